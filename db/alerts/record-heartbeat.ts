import { eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { alertDeliveries } from "#db/schema/events.ts";

/** Channel and cause of the row that stands while the heartbeat fails. */
export const HEARTBEAT = "heartbeat";

/**
 * Records since when the heartbeat fails, and why.
 *
 * @param at ISO 8601
 * @param error without the URL; null when it was accepted
 */
export async function recordHeartbeat(
  db: Db,
  { at, error }: { at: string; error: string | null },
): Promise<void> {
  if (error === null) {
    await db.delete(alertDeliveries).where(eq(alertDeliveries.channel, HEARTBEAT));
    return;
  }
  await db.execute(sql`with failing as (
      update ${alertDeliveries} set tried_at = ${at}::timestamptz, error = ${error}
      where channel = ${HEARTBEAT} returning 1
    )
    insert into ${alertDeliveries} (channel, cause, alerted_at, count, example, tried_at, error)
    select ${HEARTBEAT}, ${HEARTBEAT}, ${at}::timestamptz, 0, '', ${at}::timestamptz, ${error}
    where not exists (select from failing)
    on conflict do nothing`);
}
