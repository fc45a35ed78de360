import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { auditLog, outboxEvents } from "#db/schema/events.ts";
import { WORKER_ACTOR } from "./worker-actor.ts";

/** Dead-letters an event that this code cannot parse, so that an operator sees it. */
export async function deadLetterEvent(
  db: Db,
  { eventId, error }: { eventId: string; error: string },
): Promise<void> {
  await db.execute(sql`with dead_lettered as (
      update ${outboxEvents} set dead_lettered_at = now(), last_error = ${error}
      where id = ${eventId} and completed_at is null and dead_lettered_at is null
      returning *
    )
    insert into ${auditLog} (event_id, action, actor, subject_type, subject_id, data, at)
    select id, 'exhausted.event', ${WORKER_ACTOR}, aggregate_type, aggregate_id,
      jsonb_build_object('event', type, 'correlationId', correlation_id, 'error', last_error), now()
    from dead_lettered`);
}
