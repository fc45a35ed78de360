import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { outboxEvents } from "#db/schema/events.ts";

const DueEvent = z.object({
  id: z.string(),
  type: z.string(),
  version: z.int(),
  publish_count: z.int(),
});
export type DueEvent = z.infer<typeof DueEvent>;

// The wait before an open event is published again: 10 s, doubling, at most 5 min. The first is
// longer than any healthy effect; the last bounds how long a flushed queue goes unnoticed for one
// event.
const FIRST_WAIT_S = 10;
const LONGEST_WAIT_S = 300;

/**
 * Claims open events that are due and schedules their next publication. The claim commits before
 * publishing, so no row is locked across the network and a crash only delays an event. Concurrent
 * relays skip each other's rows.
 *
 * @returns the claimed events; `publish_count` counts this publication
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
      next_publish_at = now() + least(${LONGEST_WAIT_S}, ${FIRST_WAIT_S} * 2 ^ least(event.publish_count, 10))
        * interval '1 second'
    from due where event.id = due.id
    returning event.id, event.type, event.version, event.publish_count`,
    DueEvent,
  );
}

/** Makes claimed events due again soon: the queue did not accept them. */
export async function releaseEvents(
  db: Db,
  ids: readonly string[],
  afterMs: number,
): Promise<void> {
  await db.execute(sql`update ${outboxEvents}
    set next_publish_at = now() + ${afterMs}::int * interval '1 millisecond', publish_count = greatest(publish_count - 1, 0)
    where id = any(${sql.param([...ids])}::text[]) and completed_at is null and dead_lettered_at is null`);
}

/** Makes every open event due now: the queue was flushed. */
export async function makeAllOpenEventsDue(db: Db): Promise<void> {
  await db.execute(sql`update ${outboxEvents} set next_publish_at = now()
    where completed_at is null and dead_lettered_at is null and next_publish_at > now()`);
}
