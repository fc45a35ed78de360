import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, oneRowOf } from "#db/client.ts";
import { eventEffects, outboxEvents } from "#db/schema/events.ts";
import { isCodeExpired, isInDoubt } from "./event-state.ts";
import { type EventConditions, filterCondition } from "./list-events.ts";

const Counts = z.object({ events: z.int(), expired: z.int(), done: z.int(), inDoubt: z.int() });

/** Counts the failed events, and those among them that a bulk replay leaves: expired codes, no effect that is missing, effects in doubt. */
export async function countFailedEvents(
  db: Db,
  filter: Omit<EventConditions, "state">,
): Promise<z.infer<typeof Counts>> {
  return oneRowOf(
    db,
    sql`select count(*)::int as events, count(*) filter (where is_expired)::int as expired,
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
      ) failed`,
    Counts,
  );
}
