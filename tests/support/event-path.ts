import { randomBytes, randomUUID } from "node:crypto";
import { pino } from "pino";
import { inject } from "vitest";
import type { ContactForm } from "#contracts/api/form-submission.ts";
import { ID_RANDOM_BYTES, type IdKind, makeId } from "#contracts/ids.ts";
import { loadSubmissions } from "#db/submissions/load-submissions.ts";
import { submitForm } from "#db/submissions/submit-form.ts";
import { openQueueBackend, type QueueBackend } from "../../worker/adapters/queue-backend.ts";
import { createEffects } from "../../worker/effects/catalogue.ts";
import { startEventPath } from "../../worker/event-path.ts";
import type { Mail, Mailer } from "../../worker/mail/mailer.ts";
import type { TestDatabase } from "./database.ts";

export type BackendKind = QueueBackend["kind"];
export const BACKEND_KINDS: readonly BackendKind[] = ["redis", "postgres"];

/** Why the tests of a backend cannot run on this machine, or null. */
export function whyNot(kind: BackendKind): string | null {
  return kind === "redis" && inject("redisUrl") === null ? "no redis-server on the PATH" : null;
}

const silent = pino({ level: "silent" });
const noMetrics = {
  effects: { done: () => undefined, failed: () => undefined, deferred: () => undefined },
  relay: { published: () => undefined, failed: () => undefined, memoryLost: () => undefined },
};

export const newId = <K extends IdKind>(kind: K) =>
  makeId(kind, Date.now(), randomBytes(ID_RANDOM_BYTES));

/** A mailer that keeps what it is given, once for each key as a provider would, and fails when told to. */
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
      return Promise.resolve({ providerId: `mail-${key}` });
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

/** Opens a queue of the test's own on a backend. */
export function openBackend(kind: BackendKind, database: TestDatabase): QueueBackend {
  const redisUrl = inject("redisUrl");
  return openQueueBackend({
    DATABASE_URL: database.url,
    REDIS_URL: kind === "redis" && redisUrl !== null ? redisUrl : undefined,
    QUEUE_PREFIX: `{test-${randomUUID()}}`,
    EMAIL_RPS: 0,
    onError: () => undefined,
  });
}

/** Starts relay and consumers as the worker does, with a mailer that the test watches. */
export function startWorker(database: TestDatabase, backend: QueueBackend, mailer: Mailer) {
  return startEventPath({
    db: database.db,
    databaseUrl: database.url,
    backend,
    effects: createEffects({
      mailer,
      async loadSubmission(id) {
        const [found] = await loadSubmissions(database.db, [id]);
        if (found === undefined) throw new Error("there is no such submission");
        return found;
      },
      teamEmail: "team@tidepost.example",
      siteUrl: "https://tidepost.example",
      opsUrl: "https://ops.tidepost.example",
    }),
    log: silent,
    metrics: noMetrics,
    now: () => new Date(),
  });
}

const FORM = {
  form_type: "contact",
  first_name: "Ada",
  last_name: "Byron",
  email: "ada@shop.example",
  company: "Byron & Co",
  subject: "General Inquiry",
  message: "Hello",
  source: "Contact Us Page",
} satisfies ContactForm;

/**
 * Stores an enquiry as the edge does.
 *
 * @returns the id of its event
 */
export async function enquire(database: TestDatabase, graceMs = 0): Promise<string> {
  const id = newId("submission");
  const eventId = newId("event");
  await submitForm(database.db, {
    id,
    idempotencyKey: randomUUID(),
    requestHash: "0".repeat(64),
    form: FORM,
    event: {
      id: eventId,
      type: "ContactSubmitted",
      version: 1,
      occurredAt: new Date().toISOString(),
      actor: { kind: "visitor" },
      correlationId: newId("request"),
      data: { submissionId: id, formType: "contact" },
    },
    graceMs,
  });
  return eventId;
}

/** How an event stands: `completed`, `dead` or `open`, its effects, and its audit actions. */
export async function stateOf(database: TestDatabase, eventId: string) {
  const event = await database.query(
    `select case when completed_at is not null then 'completed' when dead_at is not null then 'dead' else 'open' end
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
