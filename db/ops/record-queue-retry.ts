import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { auditLog } from "#db/schema/events.ts";

/**
 * Writes to the audit log that a person retried jobs on the queue dashboard.
 *
 * @param retry.jobId null when every failed job of the queue was retried
 */
export async function recordQueueRetry(
  db: Db,
  retry: { queue: string; jobId: string | null; requestedBy: string },
): Promise<void> {
  const actor = JSON.stringify({ kind: "ops", name: retry.requestedBy });
  const data = JSON.stringify({ queue: retry.queue, jobId: retry.jobId ?? "all failed" });
  await db.execute(sql`insert into ${auditLog} (event_id, action, actor, subject_type, subject_id, data, at)
    values (null, 'queue.retry_requested', ${actor}::jsonb, 'queue', ${retry.queue}, ${data}::jsonb, now())`);
}
