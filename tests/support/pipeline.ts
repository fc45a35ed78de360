import { randomUUID } from "node:crypto";
import { pino } from "pino";
import type { Stripe } from "stripe";
import { inject } from "vitest";
import type { StoredConversion } from "#contracts/api/conversion.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { submitEnquiry } from "#db/enquiries/submit-enquiry.ts";
import { openQueueBackend } from "../../worker/adapters/queue-backend.ts";
import { createStripeActions, type StripeActions } from "../../worker/billing/stripe-actions.ts";
import { createEffects } from "../../worker/effects/catalogue.ts";
import { createEffectDeps } from "../../worker/effects/effect-deps.ts";
import type { MaterialActions } from "../../worker/material/actions.ts";
import type { QueueBackend } from "../../worker/pipeline/queue-backend.ts";
import { startPipeline } from "../../worker/pipeline/start-pipeline.ts";
import type {
  ConversionReport,
  ConversionReporter,
} from "../../worker/ports/conversion-reporter.ts";
import type { Mail, Mailer } from "../../worker/ports/mailer.ts";
import { NO_SPANS, type Spans } from "../../worker/tracing/spans.ts";
import { CONTACT_FORM } from "./contact-form.ts";
import type { TestDatabase } from "./database.ts";
import { newId } from "./new-id.ts";
import { unreachable } from "./unreachable.ts";

export { newId } from "./new-id.ts";

export type BackendKind = QueueBackend["kind"];
export const BACKEND_KINDS: readonly BackendKind[] = ["redis", "postgres"];

export function skipReason(kind: BackendKind): string | null {
  return kind === "redis" && inject("redisUrl") === null ? "no redis-server on the PATH" : null;
}

const CONFIG = {
  AUTH_CODE_SECRET: "c".repeat(32),
  AUTO_REPLIES_PER_DAY: 0,
  TEAM_MAILS_PER_HOUR: 0,
  TEAM_EMAIL: "team@tidepost.example",
  SITE_URL: "https://tidepost.example",
  API_URL: "https://api.tidepost.example",
  OPS_URL: "https://ops.tidepost.example",
};

let workers = 0;

const silent = pino({ level: "silent" });
export const noMetrics = {
  effects: {
    completed: () => undefined,
    failed: () => undefined,
    deferred: () => undefined,
    ended: () => undefined,
  },
  relay: { published: () => undefined, failed: () => undefined, flushDetected: () => undefined },
};

/** Mailer that stores each email once per idempotency key, as Resend does, and fails on request. */
export function recordingMailer() {
  const sent = new Map<string, Mail>();
  const calls: string[] = [];
  let failures: ((mail: Mail, key: string) => Error | null) | null = null;
  const mailer: Mailer = {
    send(mail, key) {
      calls.push(key);
      const failure = failures?.(mail, key) ?? null;
      if (failure !== null) return Promise.reject(failure);
      if (!sent.has(key)) sent.set(key, mail);
      return Promise.resolve({ externalId: `mail-${key}` });
    },
  };
  return {
    mailer,
    sent,
    calls,
    failWith(decide: (mail: Mail, key: string) => Error | null) {
      failures = decide;
    },
  };
}

/** Reporter that stores each conversion once per event id, as Meta does, and fails on request. */
export function recordingReporter() {
  const reports = new Map<string, ConversionReport>();
  let failure: (() => Error | null) | null = null;
  const reporter: ConversionReporter = {
    report(report) {
      const error = failure?.() ?? null;
      if (error !== null) return Promise.reject(error);
      const { event_id: id } = report.conversion;
      if (!reports.has(id)) reports.set(id, report);
      return Promise.resolve({ externalId: `trace-${id}` });
    },
  };
  return {
    reporter,
    reports,
    failWith(decide: () => Error | null) {
      failure = decide;
    },
  };
}

/** @param emailRps 0: as fast as possible */
export function openBackend(kind: BackendKind, database: TestDatabase, emailRps = 0): QueueBackend {
  const redisUrl = inject("redisUrl");
  return openQueueBackend({
    DATABASE_URL: database.url,
    REDIS_URL: kind === "redis" && redisUrl !== null ? redisUrl : undefined,
    QUEUE_PREFIX: `test-${randomUUID()}`,
    EMAIL_RPS: emailRps,
    onError: () => undefined,
  });
}

type Ports = {
  mailer: Mailer;
  reporter?: ConversionReporter | null;
  stripeActions?: StripeActions;
  material?: Partial<MaterialActions>;
};

/** @param stripe null: not configured */
export function stripeActionsWith(
  { db }: Pick<TestDatabase, "db">,
  stripe: Stripe | null,
  now = () => new Date(),
) {
  return createStripeActions({
    db,
    stripe,
    locks: { hold: (_, work) => work(), close: () => Promise.resolve() },
    makeId: newId,
    now,
  });
}

export function effectsWith(
  database: TestDatabase,
  { mailer, reporter = null, stripeActions, material }: Ports,
  now = () => new Date(),
) {
  return createEffects(
    createEffectDeps({
      db: database.db,
      config: CONFIG,
      now,
      makeId: newId,
      ports: {
        mailer,
        smsSender: null,
        reporter,
        material: unreachable<MaterialActions>({
          check: () => Promise.resolve(null),
          eraseOwner: () => Promise.resolve(0),
          ...material,
        }),
        stripeActions: stripeActions ?? stripeActionsWith(database, null, now),
        retryAddress: () => Promise.resolve(),
      },
    }),
  );
}

export function startWorker(
  database: TestDatabase,
  backend: QueueBackend,
  { spans = NO_SPANS, ...ports }: Ports & { spans?: Spans },
) {
  return startPipeline({
    spans,
    db: database.db,
    databaseUrl: database.url,
    backend,
    effects: effectsWith(database, ports),
    log: silent,
    metrics: noMetrics,
    now: () => new Date(),
    worker: `test.${(workers += 1)}`,
  });
}

export function consentedConversion(): StoredConversion {
  return {
    event_id: randomUUID(),
    consent_version: "2026-11",
    consented_at: "2026-11-20T11:59:00.000Z",
    page_url: "https://tidepost.example/contact",
    fbp: "fb.1.1596403881668.1116446470",
    user_agent: "Mozilla/5.0",
  };
}

/**
 * Stores an enquiry as the edge does.
 *
 * @param conversion omitted for a visitor who did not consent
 * @returns the id of its event
 */
export async function submitTestEnquiry(
  database: TestDatabase,
  {
    graceMs = 0,
    conversion = null,
    email = CONTACT_FORM.email,
  }: { graceMs?: number; conversion?: StoredConversion | null; email?: string } = {},
): Promise<string> {
  const id = newId("submission");
  const event = newEvent(
    { makeId: newId, now: () => new Date(), correlationId: newId("request"), graceMs },
    "ContactSubmitted",
    { kind: "visitor" },
    { submissionId: id, formType: "contact", conversionConsent: conversion !== null },
  );
  await submitEnquiry(database.db, {
    id,
    idempotencyKey: randomUUID(),
    form: { ...CONTACT_FORM, email },
    conversion,
    event,
  });
  return event.id;
}

export async function stateOf(database: TestDatabase, eventId: string) {
  const event = await database.query(
    `select case when completed_at is not null then 'completed'
         when dead_lettered_at is not null then 'dead_lettered' else 'open' end
       as state, last_error from outbox_events where id = $1`,
    [eventId],
  );
  const effects = await database.query(
    "select effect, status, attempts, last_error from event_effects where event_id = $1 order by effect",
    [eventId],
  );
  const audit = await database.query(
    "select action from audit_log where event_id = $1 order by action",
    [eventId],
  );
  return {
    state: String(event.rows[0]?.state),
    lastError: event.rows[0]?.last_error as string | null,
    effects: Object.fromEntries(
      effects.rows.map((row) => [String(row.effect), String(row.status)]),
    ),
    attempts: Object.fromEntries(
      effects.rows.map((row) => [String(row.effect), Number(row.attempts)]),
    ),
    audit: audit.rows.map((row) => String(row.action)),
  };
}
