import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { EventType } from "#contracts/events/catalogue.ts";
import { refusedAttempts } from "#db/events/refused-attempts-sql.ts";
import { eventEffects, outboxEvents, replays } from "#db/schema/events.ts";

/** `failed` needs an operator; `stuck` is still retried but late; `open` is on its way. */
export const EVENT_STATES = ["open", "stuck", "failed", "completed"] as const;
export type EventState = (typeof EVENT_STATES)[number];

/** Far longer than a healthy event takes. */
export const STUCK_AFTER_S = 120;

/** From two partial indexes: the cost depends on failures only. */
export const failedEventIds: SQL = sql`select id from ${outboxEvents} where dead_lettered_at is not null
  union select event_id from ${eventEffects} where status = 'dead_lettered'`;

/** State of the outbox row `event`. A replayed event counts from its replay. */
export const stateOfEvent = sql<EventState>`case
  when event.completed_at is not null then 'completed'
  when event.dead_lettered_at is not null or exists (
    select from ${eventEffects} failed where failed.event_id = event.id and failed.status = 'dead_lettered'
  ) then 'failed'
  when greatest(event.occurred_at, (select max(replay.at) from ${replays} replay where replay.event_id = event.id))
    < now() - ${STUCK_AFTER_S}::int * interval '1 second' then 'stuck'
  else 'open' end`;

/** Resend and Stripe keep keys for 24 hours; the hour less allows for clocks and the retry itself. */
export const IDEMPOTENCY_KEY_HOURS = 23;

export const effect = alias(eventEffects, "effect");

/** Whether the key of the row `effect` may have expired. */
export const isKeyExpired = sql<boolean>`coalesce(
  effect.first_attempt_at < now() - ${IDEMPOTENCY_KEY_HOURS}::int * interval '1 hour', false)`;

/** Whether a retry of the row `effect` may run it twice: its key may have expired, and not every attempt was refused. */
export const isInDoubt = sql<boolean>`(${isKeyExpired} and ${refusedAttempts} < effect.attempts)`;

/** Events with codes, which no configuration makes valid for longer than a day. */
const CODE_EVENTS: readonly EventType[] = ["AuthMailRequested", "AuthSmsRequested"];

/** Whether the code of the outbox row `event` has expired. */
export const isCodeExpired = sql<boolean>`(event.completed_at is null and event.type = any(${sql.param([...CODE_EVENTS])}::text[])
  and event.occurred_at < now() - interval '1 day')`;
