import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { effectAttempts, eventEffects, outboxEvents } from "#db/schema/events.ts";
import { Timestamp } from "#db/timestamps.ts";
import { refusedAttempts } from "./refused-attempts-sql.ts";
import { StoredEvent } from "./stored-event.ts";

const StartedEffect = StoredEvent.extend({
  effect: z.string(),
  idempotencyKey: z.string(),
  /** This one is the newest. */
  attempts: z.int(),
  startedAt: Timestamp,
  /** Since the first attempt, by the database's clock; 0 while all attempts were refused. */
  ageS: z.coerce.number(),
});
export type StartedEffect = z.infer<typeof StartedEffect>;

/**
 * Counts an attempt of each pending effect and returns it with its event; others are left out. One
 * statement: an effect that another worker completes meanwhile has stopped pending.
 *
 * Keeps the attempt before, whose worker stopped if it has no result.
 */
export async function startEffects(
  db: Db,
  {
    requested,
    worker,
  }: {
    requested: readonly { eventId: string; effect: string }[];
    worker: string;
  },
): Promise<StartedEffect[]> {
  const eventIds = sql.param(requested.map((row) => row.eventId));
  const effects = sql.param(requested.map((row) => row.effect));
  return rowsOf(db, StartedEffect)`with pending as (
    select effect.*
    from (
      select * from unnest(${eventIds}::text[], ${effects}::text[]) as requested(event_id, effect)
      order by event_id, effect
    ) requested, lateral (
      select effect.event_id, effect.effect, effect.attempts, effect.worker, effect.started_at
      from ${eventEffects} effect
      where effect.event_id = requested.event_id and effect.effect = requested.effect and effect.status = 'pending'
      for update
    ) effect
  ), without_result as (
    insert into ${effectAttempts} (event_id, effect, number, worker, started_at)
    select event_id, effect, attempts, worker, started_at from pending where worker is not null
    on conflict do nothing
  )
  update ${eventEffects} effect set
    attempts = effect.attempts + 1,
    first_attempt_at = coalesce(effect.first_attempt_at, now()),
    started_at = now(),
    worker = ${worker}
  from pending, ${outboxEvents} event
  where effect.event_id = pending.event_id and effect.effect = pending.effect and event.id = effect.event_id
  returning effect.effect, effect.idempotency_key, effect.attempts, effect.started_at,
    case when effect.attempts > 1 and ${refusedAttempts} = effect.attempts - 1 then 0
      else extract(epoch from now() - effect.first_attempt_at) end as age_s,
    event.id, event.type, event.version, event.aggregate_type, event.aggregate_id, event.actor, event.payload,
    event.correlation_id, event.traceparent, event.occurred_at`;
}
