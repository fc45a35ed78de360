import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { eventEffects, outboxEvents } from "#db/schema/events.ts";
import { StoredEvent } from "./stored-event.ts";

const StartedEffect = StoredEvent.extend({
  effect: z.string(),
  idempotency_key: z.string(),
  attempts: z.int(),
  /** Seconds since the first attempt, by the database's clock. */
  age_s: z.coerce.number(),
});
export type StartedEffect = z.infer<typeof StartedEffect>;

/** Counts an attempt of each pending effect and returns it with its event; others are left out. */
export async function startEffects(
  db: Db,
  wanted: readonly { eventId: string; effect: string }[],
): Promise<StartedEffect[]> {
  const eventIds = sql.param(wanted.map((row) => row.eventId));
  const effects = sql.param(wanted.map((row) => row.effect));
  return rowsOf(
    db,
    sql`with wanted as (
      select ledger.event_id, ledger.effect from ${eventEffects} ledger
      join unnest(${eventIds}::text[], ${effects}::text[]) as asked(event_id, effect) using (event_id, effect)
      where ledger.status = 'pending'
      order by ledger.event_id, ledger.effect for update of ledger
    )
    update ${eventEffects} ledger set
      attempts = ledger.attempts + 1,
      first_attempt_at = coalesce(ledger.first_attempt_at, now())
    from wanted, ${outboxEvents} event
    where ledger.event_id = wanted.event_id and ledger.effect = wanted.effect and event.id = ledger.event_id
    returning ledger.effect, ledger.idempotency_key, ledger.attempts,
      extract(epoch from now() - ledger.first_attempt_at) as age_s,
      event.id, event.type, event.version, event.aggregate_type, event.aggregate_id, event.actor, event.payload,
      event.request_id, event.occurred_at`,
    StartedEffect,
  );
}
