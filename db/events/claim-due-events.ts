import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { outboxEvents } from "#db/schema/events.ts";

const DueEvent = z.object({
  id: z.string(),
  type: z.string(),
  version: z.int(),
  publishCount: z.int(),
});
type DueEvent = z.infer<typeof DueEvent>;

// Waits before an open event is published again. The first is longer than any healthy effect; the
// last bounds how long a lost job goes unnoticed.
const FIRST_WAIT_S = 10;
const WAIT_MAX_S = 300;

/**
 * Claims open events that are due and schedules their next publication. One statement, committed
 * before publishing: concurrent relays skip each other's rows, and a crash only delays an event.
 *
 * @returns `publish_count` includes this publication
 */
export async function claimDueEvents(db: Db, limit: number): Promise<DueEvent[]> {
  return rowsOf(
    db,
    sql`with due as (
      select id from ${outboxEvents}
      where completed_at is null and dead_lettered_at is null and next_publish_at <= now()
      order by next_publish_at limit ${limit} for update skip locked
    )
    update ${outboxEvents} event set
      publish_count = event.publish_count + 1,
      next_publish_at = now() + least(${WAIT_MAX_S}, ${FIRST_WAIT_S} * 2 ^ least(event.publish_count, 10))
        * interval '1 second'
    from due where event.id = due.id
    returning event.id, event.type, event.version, event.publish_count`,
    DueEvent,
  );
}
