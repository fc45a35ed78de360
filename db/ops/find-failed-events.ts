import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, oneRowOf, rowsOf } from "#db/client.ts";
import { eventEffects, outboxEvents } from "#db/schema/events.ts";
import { isCodeExpired, isInDoubt } from "./event-state.ts";
import { type EventConditions, filterCondition } from "./list-events.ts";

const Counts = z.object({ events: z.int(), expired: z.int(), done: z.int(), inDoubt: z.int() });

/** Counts the failed events, and those among them that a bulk replay leaves: expired codes, no effect that is missing, effects in doubt. */
export async function countFailedEvents(db: Db, filter: Omit<EventConditions, "state">) {
  return oneRowOf(db, Counts)`select count(*)::int as events,
      count(*) filter (where is_expired)::int as expired,
      count(*) filter (where is_done and not is_expired)::int as done,
      count(*) filter (where is_in_doubt and not is_done and not is_expired)::int as in_doubt
    from (
      select ${isCodeExpired} as is_expired, (
        select event.completed_at is not null or count(*) > 0
          and count(*) filter (where effect.status in ('dead_lettered', 'pending')) = 0
        from ${eventEffects} effect where effect.event_id = event.id
      ) as is_done, exists (
        select from ${eventEffects} effect where effect.event_id = event.id and ${isInDoubt}
          -- Nothing retries what waits in a dead-lettered event.
          and (effect.status = 'dead_lettered' or effect.status = 'pending' and event.dead_lettered_at is not null)
      ) as is_in_doubt
      from ${outboxEvents} event where ${filterCondition({ ...filter, state: "failed" })}
    ) failed`;
}

const KINDS_MAX = 20;

const Failure = z.object({
  /** Null: dead-lettered before its effects were created. */
  effect: z.nullable(z.string()),
  error: z.nullable(z.string()),
  events: z.int(),
});
export type Failure = z.infer<typeof Failure>;

/** Failed events by effect and error, most first. */
export function listFailures(db: Db, filter: Omit<EventConditions, "state">): Promise<Failure[]> {
  const isMeant = filterCondition({ ...filter, state: null }) ?? sql`true`;
  return rowsOf(db, Failure)`select effect.effect, effect.last_error as error,
      count(*)::int as events
    from ${eventEffects} effect join ${outboxEvents} event on event.id = effect.event_id
    where effect.status = 'dead_lettered' and ${isMeant} group by 1, 2
    union all
    select null, event.last_error, count(*)::int from ${outboxEvents} event
    where event.dead_lettered_at is not null and ${isMeant}
      and not exists (select from ${eventEffects} effect where effect.event_id = event.id)
    group by 2
    order by events desc, effect, error limit ${KINDS_MAX}::int`;
}
