import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Actor } from "#contracts/events/envelope.ts";
import { timestamptz, oneOf } from "./columns.ts";

/**
 * An event is written in the statement that makes it true. It is open until `completed_at` or `dead_lettered_at` is set;
 * the relay publishes open events again, so the queue may lose them. The trigger `outbox_events_due_now` notifies the
 * relay of events that are due at once.
 */
export const outboxEvents = pgTable(
  "outbox_events",
  {
    id: text("id").primaryKey(),
    type: text("type").notNull(),
    version: integer("version").notNull(),
    aggregateType: text("aggregate_type").notNull(),
    aggregateId: text("aggregate_id").notNull(),
    actor: jsonb("actor").$type<Actor>().notNull(),
    payload: jsonb("payload").notNull(),
    correlationId: text("correlation_id").notNull(),
    /** W3C; null when the request came without: `traceIdOf`. */
    traceparent: text("traceparent"),
    occurredAt: timestamptz("occurred_at").notNull(),
    publishCount: integer("publish_count").notNull().default(0),
    nextPublishAt: timestamptz("next_publish_at").notNull(),
    dispatchedAt: timestamptz("dispatched_at"),
    completedAt: timestamptz("completed_at"),
    deadLetteredAt: timestamptz("dead_lettered_at"),
    lastError: text("last_error"),
  },
  (table) => [
    check(
      "outbox_events_traceparent_valid",
      sql`${table.traceparent} ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$'`,
    ),
    // The relay: its cost depends on open events only.
    index("outbox_events_open_idx")
      .on(table.nextPublishAt)
      .where(sql`${table.completedAt} is null and ${table.deadLetteredAt} is null`),
    // The events list, newest first.
    index("outbox_events_occurred_idx").on(table.occurredAt, table.id),
    // Rare types, such as the nightly check.
    index("outbox_events_type_idx").on(table.type, table.occurredAt, table.id),
    index("outbox_events_aggregate_idx").on(table.aggregateId),
    // One row of the events list for each request.
    index("outbox_events_correlation_idx").on(table.correlationId, table.occurredAt, table.id),
    // The failed view.
    index("outbox_events_dead_lettered_idx")
      .on(table.deadLetteredAt)
      .where(sql`${table.deadLetteredAt} is not null`),
  ],
);

export const EFFECT_STATUSES = ["pending", "completed", "dead_lettered", "skipped"] as const;
export type EffectStatus = (typeof EFFECT_STATUSES)[number];

/**
 * This table, not the queue, says whether an effect ran. It outlives idempotency keys, which Stripe and Resend forget after
 * 24 hours.
 */
export const eventEffects = pgTable(
  "event_effects",
  {
    eventId: text("event_id")
      .notNull()
      .references(() => outboxEvents.id),
    effect: text("effect").notNull(),
    status: text("status").$type<EffectStatus>().notNull().default("pending"),
    idempotencyKey: text("idempotency_key").notNull().unique(),
    /** Attempts that began, since ever. */
    attempts: integer("attempts").notNull().default(0),
    /** A replay that may run it twice starts anew; the idempotency key counts from here. */
    firstAttemptAt: timestamptz("first_attempt_at"),
    /** When the newest attempt began, and which worker began it. */
    startedAt: timestamptz("started_at"),
    worker: text("worker"),
    lastError: text("last_error"),
    externalId: text("external_id"),
    completedAt: timestamptz("completed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.effect] }),
    oneOf("event_effects_status_known", table.status, EFFECT_STATUSES),
    // The failed view and its metric.
    index("event_effects_dead_lettered_idx")
      .on(table.eventId)
      .where(sql`${table.status} = 'dead_lettered'`),
    // Search by the id at Stripe, Resend, Twilio or Meta.
    index("event_effects_external_idx")
      .on(table.externalId)
      .where(sql`${table.externalId} is not null`),
  ],
);

export const ATTEMPT_OUTCOMES = ["completed", "failed", "dead_lettered", "deferred"] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/**
 * One row for each attempt that has ended, or was found without a result when the next one began. An effect that completes
 * at its first attempt has none: its own row says the same.
 */
export const effectAttempts = pgTable(
  "effect_attempts",
  {
    /** No foreign key: one more check for each attempt. The clean-up deletes them with their event. */
    eventId: text("event_id").notNull(),
    effect: text("effect").notNull(),
    /** From 1; replays count on. */
    number: integer("number").notNull(),
    worker: text("worker").notNull(),
    startedAt: timestamptz("started_at").notNull(),
    endedAt: timestamptz("ended_at"),
    /** Null: the worker stopped, or still runs it. */
    outcome: text("outcome").$type<AttemptOutcome>(),
    error: text("error"),
    httpStatus: integer("http_status"),
    /** The company's answer, without personal data and tokens. */
    message: text("message"),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.effect, table.number] }),
    oneOf("effect_attempts_outcome_known", table.outcome, ATTEMPT_OUTCOMES),
  ],
);

/** A trigger rejects update, delete and truncate. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** No foreign key: the audit log outlives the event. */
    eventId: text("event_id"),
    action: text("action").notNull(),
    actor: jsonb("actor").$type<Actor>().notNull(),
    subjectType: text("subject_type").notNull(),
    subjectId: text("subject_id").notNull(),
    data: jsonb("data").notNull(),
    at: timestamptz("at").notNull(),
  },
  (table) => [
    // An effect is recorded once; an operator's action may repeat.
    uniqueIndex("audit_log_effect_once_idx")
      .on(table.eventId, table.action)
      .where(sql`${table.action} like 'effect.%'`),
    index("audit_log_event_idx").on(table.eventId),
    index("audit_log_subject_idx").on(table.subjectId),
  ],
);

export const replays = pgTable(
  "replays",
  {
    id: text("id").primaryKey(),
    eventId: text("event_id").notNull(),
    effect: text("effect").notNull(),
    requestedBy: text("requested_by").notNull(),
    reason: text("reason").notNull(),
    previousStatus: text("prev_status").$type<EffectStatus>().notNull(),
    at: timestamptz("at").notNull(),
  },
  (table) => [index("replays_event_idx").on(table.eventId)],
);

/** Replays of many events, each asked for by an operator; the worker goes through them in batches. */
export const bulkReplays = pgTable(
  "bulk_replays",
  {
    id: text("id").primaryKey(),
    requestedBy: text("requested_by").notNull(),
    reason: text("reason").notNull(),
    /** The filters of the event list. A search for a person is saved without the person. */
    filters: jsonb("filters").$type<Readonly<Record<string, string>>>().notNull(),
    requestedAt: timestamptz("requested_at").notNull(),
    stoppedBy: text("stopped_by"),
    /** When all its events were handled, or it was stopped. */
    endedAt: timestamptz("ended_at"),
  },
  (table) => [
    index("bulk_replays_running_idx")
      .on(table.requestedAt)
      .where(sql`${table.endedAt} is null`),
  ],
);

const BULK_REPLAY_OUTCOMES = ["replayed", "in_doubt", "expired", "nothing_to_do", "error"] as const;
export type BulkReplayOutcome = (typeof BULK_REPLAY_OUTCOMES)[number];

/** The events that had failed when a bulk replay was asked for. */
export const bulkReplayEvents = pgTable(
  "bulk_replay_events",
  {
    bulkReplayId: text("bulk_replay_id").notNull(),
    eventId: text("event_id").notNull(),
    outcome: text("outcome").$type<BulkReplayOutcome>(),
  },
  (table) => [
    primaryKey({ columns: [table.bulkReplayId, table.eventId] }),
    oneOf("bulk_replay_events_outcome_known", table.outcome, BULK_REPLAY_OUTCOMES),
    index("bulk_replay_events_open_idx")
      .on(table.bulkReplayId, table.eventId)
      .where(sql`${table.outcome} is null`),
  ],
);

/** What operators were alerted of: open until `ended_at` when it lasts. */
export const opsAlerts = pgTable("ops_alerts", {
  cause: text("cause").primaryKey(),
  /** When it was last claimed for an alert. */
  alertedAt: timestamptz("alerted_at").notNull(),
  /** When it began. */
  since: timestamptz("since"),
  /** The largest since then. */
  count: integer("count"),
  example: text("example"),
  /** The error, in the words of who refused. */
  detail: text("detail"),
  /** An operator's name: who has it is not told again. */
  acknowledgedBy: text("acknowledged_by"),
  acknowledgedAt: timestamptz("acknowledged_at"),
  endedAt: timestamptz("ended_at"),
});

/** Alerts and all-clears that a channel has not sent: written with the claim, deleted once the channel accepts them. */
export const alertDeliveries = pgTable(
  "alert_deliveries",
  {
    channel: text("channel").notNull(),
    cause: text("cause").notNull(),
    alertedAt: timestamptz("alerted_at").notNull(),
    count: integer("count").notNull(),
    example: text("example").notNull(),
    since: timestamptz("since"),
    detail: text("detail"),
    /** Set by an all-clear. */
    endedAt: timestamptz("ended_at"),
    triedAt: timestamptz("tried_at"),
    /** Why the last attempt failed, without addresses and URLs. */
    error: text("error"),
  },
  (table) => [primaryKey({ columns: [table.channel, table.cause, table.alertedAt] })],
);

/** How often the edge refused for a reason that the team should know. */
export const refusals = pgTable("refusals", {
  cause: text("cause").$type<RefusalCause>().primaryKey(),
  /** Since ever. */
  count: bigint("count", { mode: "number" }).notNull(),
  lastAt: timestamptz("last_at").notNull(),
});

/** Exhausted mail and SMS budgets, under the names of their buckets, and half of the day's auto-replies to strangers. */
export const REFUSAL_CAUSES = [
  "email_sent",
  "email_sent_proven",
  "sms_sent",
  "sms_sent_proven",
  "auto_replies_half",
] as const;
export type RefusalCause = (typeof REFUSAL_CAUSES)[number];

/** Answers of the edge since ever: a sample, because an isolate that ends loses the counts of its last seconds. */
export const edgeRequests = pgTable(
  "edge_requests",
  {
    route: text("route").$type<EdgeRoute>().notNull(),
    outcome: text("outcome").$type<EdgeOutcome>().notNull(),
    count: bigint("count", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.route, table.outcome] })],
);

export const EDGE_ROUTES = ["sign-in", "auth", "enquiry", "webhook", "file", "api"] as const;
export type EdgeRoute = (typeof EDGE_ROUTES)[number];

/** `refused`: 4xx; `failed`: 5xx; `slow`: neither failed nor in time. */
export const EDGE_OUTCOMES = ["ok", "refused", "slow", "failed"] as const;
export type EdgeOutcome = (typeof EDGE_OUTCOMES)[number];
