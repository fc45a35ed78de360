import { type SQL, sql } from "drizzle-orm";
import { eventEffects, outboxEvents, replays } from "#db/schema/events.ts";

/**
 * How an event stands, in the words of the desk. `failed` waits for a person; `stuck` should have finished
 * by now and is still being tried; `open` is on its way.
 */
export const EVENT_STATES = ["open", "stuck", "failed", "done"] as const;
export type EventState = (typeof EVENT_STATES)[number];

/** Far above what a healthy event takes, and the same age that pages somebody. */
export const STUCK_AFTER_S = 120;

/** Ids of the events that wait for a person, from two partial indexes: its cost depends on failures alone. */
export const failedEventIds: SQL = sql`select id from ${outboxEvents} where dead_lettered_at is not null
  union select event_id from ${eventEffects} where status = 'dead'`;

/**
 * The state of the outbox row that stands as `event` in the surrounding statement. A replayed event starts
 * anew: its age counts from the replay.
 */
export const stateOfEvent: SQL = sql`case
  when event.completed_at is not null then 'done'
  when event.dead_lettered_at is not null or exists (
    select from ${eventEffects} ledger where ledger.event_id = event.id and ledger.status = 'dead'
  ) then 'failed'
  when greatest(event.occurred_at, (select max(at) from ${replays} asked where asked.event_id = event.id))
    < now() - ${STUCK_AFTER_S}::int * interval '1 second' then 'stuck'
  else 'open' end`;

/**
 * Providers keep an idempotency key for 24 hours. The hour between is for clocks and for the repeat itself.
 */
export const IDEMPOTENCY_KEY_HOURS = 23;

/** Whether the provider may have forgotten the first attempt of the effect that stands as `ledger`. */
export const isInDoubt: SQL = sql`coalesce(
  ledger.first_attempt_at < now() - ${IDEMPOTENCY_KEY_HOURS}::int * interval '1 hour', false)`;
