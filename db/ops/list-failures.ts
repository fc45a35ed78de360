import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { eventEffects, outboxEvents } from "#db/schema/events.ts";
import { type EventConditions, filterCondition } from "./list-events.ts";

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
  return rowsOf(
    db,
    sql`select effect.effect, effect.last_error as error, count(*)::int as events
      from ${eventEffects} effect join ${outboxEvents} event on event.id = effect.event_id
      where effect.status = 'dead_lettered' and ${isMeant} group by 1, 2
      union all
      select null, event.last_error, count(*)::int from ${outboxEvents} event
      where event.dead_lettered_at is not null and ${isMeant}
        and not exists (select from ${eventEffects} effect where effect.event_id = event.id)
      group by 2
      order by events desc, effect, error limit ${KINDS_MAX}::int`,
    Failure,
  );
}
