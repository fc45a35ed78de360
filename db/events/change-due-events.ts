import { and, gt, inArray, isNull, sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "../client.ts";
import { auditLog, outboxEvents } from "../schema/events.ts";
import { WORKER_ACTOR } from "./worker-actor.ts";

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
  return rowsOf(db, DueEvent)`with due as (
    select id from ${outboxEvents}
    where completed_at is null and dead_lettered_at is null and next_publish_at <= now()
    order by next_publish_at limit ${limit} for update skip locked
  )
  update ${outboxEvents} event set
    publish_count = event.publish_count + 1,
    next_publish_at = now() + least(${WAIT_MAX_S}, ${FIRST_WAIT_S} * 2 ^ least(event.publish_count, 10))
      * interval '1 second'
  from due where event.id = due.id
  returning event.id, event.type, event.version, event.publish_count`;
}

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

/** Makes claimed events due again soon: the queue did not accept them. */
export async function releaseEvents(
  db: Db,
  ids: readonly string[],
  afterMs: number,
): Promise<void> {
  await db
    .update(outboxEvents)
    .set({
      nextPublishAt: sql`now() + ${afterMs}::int * interval '1 millisecond'`,
      publishCount: sql`greatest(${outboxEvents.publishCount} - 1, 0)`,
    })
    .where(and(inArray(outboxEvents.id, [...ids]), isOpenEvent));
}

/** Makes every open event due now: the queue was flushed. */
export async function makeAllOpenEventsDue(db: Db): Promise<void> {
  await db
    .update(outboxEvents)
    .set({ nextPublishAt: sql`now()` })
    .where(and(isOpenEvent, gt(outboxEvents.nextPublishAt, sql`now()`)));
}

const isOpenEvent = and(isNull(outboxEvents.completedAt), isNull(outboxEvents.deadLetteredAt));
