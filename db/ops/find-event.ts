import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { StoredEvent } from "#db/events/stored-event.ts";
import { Timestamp } from "#db/timestamps.ts";
import {
  auditLog,
  EFFECT_STATUSES,
  eventEffects,
  outboxEvents,
  replays,
} from "#db/schema/events.ts";
import { EVENT_STATES, isInDoubt, stateOfEvent } from "./event-state.ts";

const OpsEvent = StoredEvent.extend({
  state: z.enum(EVENT_STATES),
  publish_count: z.int(),
  next_publish_at: Timestamp,
  dispatched_at: Timestamp.nullable(),
  completed_at: Timestamp.nullable(),
  dead_lettered_at: Timestamp.nullable(),
  last_error: z.string().nullable(),
});

const EventEffect = z.object({
  effect: z.string(),
  status: z.enum(EFFECT_STATUSES),
  attempts: z.int(),
  first_attempt_at: Timestamp.nullable(),
  last_error: z.string().nullable(),
  external_id: z.string().nullable(),
  completed_at: Timestamp.nullable(),
  /** Whether the idempotency key may have expired, so that a retry may run it twice. */
  in_doubt: z.boolean(),
});
export type EventEffect = z.infer<typeof EventEffect>;

const EventReplay = z.object({
  id: z.string(),
  effect: z.string(),
  requested_by: z.string(),
  reason: z.string(),
  prev_status: z.enum(EFFECT_STATUSES),
  at: Timestamp,
});

const EventAudit = z.object({
  id: z.coerce.number(),
  action: z.string(),
  actor: z.unknown(),
  data: z.unknown(),
  at: Timestamp,
});

export type EventRecord = {
  event: z.infer<typeof OpsEvent>;
  effects: EventEffect[];
  replays: z.infer<typeof EventReplay>[];
  audit: z.infer<typeof EventAudit>[];
};

// The audit log of one event is short; this bounds a malfunction.
const AUDIT_MOST = 200;

/** Finds an event with its effects, replays and audit rows. */
export async function findEventRecord(db: Db, id: string): Promise<EventRecord | null> {
  const [events, effects, asked, audit] = await Promise.all([
    rowsOf(
      db,
      sql`select event.id, event.type, event.version, event.aggregate_type, event.aggregate_id, event.actor,
        event.payload, event.request_id, event.occurred_at, event.publish_count, event.next_publish_at,
        event.dispatched_at, event.completed_at, event.dead_lettered_at, event.last_error, ${stateOfEvent} as state
        from ${outboxEvents} event where event.id = ${id}`,
      OpsEvent,
    ),
    rowsOf(
      db,
      sql`select effect, status, attempts, first_attempt_at, last_error, external_id, completed_at,
        ${isInDoubt} as in_doubt
        from ${eventEffects} ledger where event_id = ${id} order by coalesce(first_attempt_at, completed_at) nulls last, effect`,
      EventEffect,
    ),
    rowsOf(
      db,
      sql`select id, effect, requested_by, reason, prev_status, at
        from ${replays} where event_id = ${id} order by at desc, id desc limit ${AUDIT_MOST}`,
      EventReplay,
    ),
    rowsOf(
      db,
      sql`select id, action, actor, data, at
        from ${auditLog} where event_id = ${id} order by id desc limit ${AUDIT_MOST}`,
      EventAudit,
    ),
  ]);
  const [event] = events;
  return event === undefined ? null : { event, effects, replays: asked, audit };
}
