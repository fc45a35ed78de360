import { randomBytes, randomUUID } from "node:crypto";
import { pino } from "pino";
import { inject } from "vitest";
import type { StoredConversion } from "#contracts/api/conversion.ts";
import type { ContactForm } from "#contracts/api/enquiry.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { ID_RANDOM_BYTES, type IdKind, makeId } from "#contracts/ids.ts";
import { findErasedAddress, forgetErasedAddress } from "#db/accounts/erased-addresses.ts";
import { listMailTokens } from "#db/accounts/one-time-tokens/list-mail-tokens.ts";
import { listSmsCodes } from "#db/accounts/one-time-tokens/list-sms-codes.ts";
import { createOneTimeCodes } from "#db/accounts/one-time-tokens/one-time-code.ts";
import { listUserContacts } from "#db/accounts/users/list-user-contacts.ts";
import { closeCheckoutSession } from "#db/billing/close-checkout-session.ts";
import { findInvoice } from "#db/billing/find-invoice.ts";
import { getPurchaseConversion } from "#db/billing/get-purchase-conversion.ts";
import { isReturningCustomer } from "#db/billing/is-returning-customer.ts";
import { listCreditNotes } from "#db/billing/list-credit-notes.ts";
import { createContentLinks, contentTokenHash } from "#db/content/content-link.ts";
import { findAnnouncedComments } from "#db/content/find-announced-comments.ts";
import { findApprovalRequest } from "#db/content/find-approval-request.ts";
import { findReceipt } from "#db/content/find-receipt.ts";
import { findReportPeriod } from "#db/content/find-report-period.ts";
import { findTrialReader } from "#db/content/find-trial-reader.ts";
import { openApprovalLinks } from "#db/content/open-approval-links.ts";
import { claimAutoReplies } from "#db/enquiries/claim-auto-replies.ts";
import { listEnquiries } from "#db/enquiries/list-enquiries.ts";
import { submitEnquiry } from "#db/enquiries/submit-enquiry.ts";
import { listLaterFacts } from "#db/events/list-later-facts.ts";
import { findManagerEmail } from "#db/ops/find-manager-email.ts";
import { listNamedPromises } from "#db/promises/list-named-promises.ts";
import type {
  ConversionReport,
  ConversionReporter,
} from "../../worker/adapters/conversion-reporter.ts";
import { openQueueBackend, type QueueBackend } from "../../worker/adapters/queue-backend.ts";
import { createStripeActions } from "../../worker/billing/stripe-actions.ts";
import { createEffects } from "../../worker/effects/catalogue.ts";
import { REPLACING_EVENTS } from "../../worker/effects/late-mail.ts";
import type { Mail, Mailer } from "../../worker/mail/mailer.ts";
import { startPipeline } from "../../worker/pipeline/start-pipeline.ts";
import { NO_SPANS, type Spans } from "../../worker/tracing/spans.ts";
import type { TestDatabase } from "./database.ts";
import { UNREACHABLE } from "./unreachable.ts";

export type BackendKind = QueueBackend["kind"];
export const BACKEND_KINDS: readonly BackendKind[] = ["redis", "postgres"];

export function skipReason(kind: BackendKind): string | null {
  return kind === "redis" && inject("redisUrl") === null ? "no redis-server on the PATH" : null;
}

const CODE_SECRET = "c".repeat(32);

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

let newestIdMs = 0;

/** Ids of one millisecond sort randomly; this one sorts after all earlier ones. */
export function newId<K extends IdKind>(kind: K) {
  newestIdMs = Math.max(newestIdMs + 1, Date.now());
  return makeId(kind, newestIdMs, randomBytes(ID_RANDOM_BYTES));
}

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

const contentLinks = createContentLinks(CODE_SECRET);
const tokenHashOf = (linkId: string) => contentTokenHash(contentLinks.token("approval", linkId));

export function startWorker(
  database: TestDatabase,
  backend: QueueBackend,
  {
    mailer,
    reporter = null,
    spans = NO_SPANS,
  }: { mailer: Mailer; reporter?: ConversionReporter | null; spans?: Spans },
) {
  return startPipeline({
    spans,
    db: database.db,
    databaseUrl: database.url,
    backend,
    effects: createEffects({
      mailer,
      smsSender: null,
      material: {
        ...UNREACHABLE.material,
        check: () => Promise.resolve(null),
        removeObjects: () => Promise.resolve(0),
      },
      reporter,
      async getEnquiry(id) {
        const [found] = await listEnquiries(database.db, [id]);
        if (found === undefined) throw new Error("there is no such enquiry");
        return found;
      },
      findErasedAddress: (id) => findErasedAddress(database.db, id),
      forgetErasedAddress: ({ eventId, email }) =>
        forgetErasedAddress(database.db, { eventId, addressHash: email }),
      retryAddress: () => Promise.resolve(),
      claimAutoReply: async (id) =>
        (await claimAutoReplies(database.db, [id], 0)).get(id) ?? "one_per_mailbox_a_day",
      listDigestedEnquiries: () => Promise.resolve([]),
      async findMailToken(id) {
        const [found] = await listMailTokens(database.db, [id]);
        return found ?? null;
      },
      async findSmsCode(id) {
        const [found] = await listSmsCodes(database.db, [id]);
        return found ?? null;
      },
      async findUserContact(id) {
        const [found] = await listUserContacts(database.db, [id]);
        return found ?? null;
      },
      findCustomerContact: () => Promise.resolve(null),
      findLaterFacts: async (id) =>
        (await listLaterFacts(database.db, [id], REPLACING_EVENTS))[0] ?? null,
      async getInvoice(orderId) {
        const invoice = await findInvoice(database.db, orderId);
        if (invoice === null) throw new Error("there is no such invoice");
        return invoice;
      },
      findDeclineReason: () => Promise.resolve(null),
      getPurchaseConversion: (bought) => getPurchaseConversion(database.db, bought),
      recordSecondSubscriptions: () => Promise.resolve(0),
      listNamedPromises: (ids) => listNamedPromises(database.db, ids),
      getMorningWork: UNREACHABLE.getMorningWork,
      findManagerEmail: (id) => findManagerEmail(database.db, id),
      listCreditNotes: (id) => listCreditNotes(database.db, id),
      canUseComebackCode: () => Promise.resolve(true),
      isReturningCustomer: (id) => isReturningCustomer(database.db, id),
      findAnnouncedComments: (id) => findAnnouncedComments(database.db, id),
      findTrialReader: (trial) =>
        findTrialReader(database.db, { ...trial, at: new Date().toISOString() }),
      findReportPeriod: (id) => findReportPeriod(database.db, id),
      openApprovalLinks: (cause) =>
        openApprovalLinks(
          database.db,
          { makeId: newId, now: () => new Date(), tokenHashOf },
          cause,
        ),
      findApprovalRequest: (id) => findApprovalRequest(database.db, id),
      findReceipt: (eventId, reader) => findReceipt(database.db, eventId, reader),
      closeCheckoutSession: (id, state) => closeCheckoutSession(database.db, id, state),
      stripeActions: createStripeActions({
        db: database.db,
        stripe: null,
        locks: { hold: (_, work) => work(), close: () => Promise.resolve() },
        makeId: newId,
        now: () => new Date(),
      }),
      codes: createOneTimeCodes(CODE_SECRET),
      contentLinks,
      now: () => new Date(),
      teamEmail: "team@tidepost.example",
      siteUrl: "https://tidepost.example",
      apiUrl: "https://api.tidepost.example",
      opsUrl: "https://ops.tidepost.example",
    }),
    log: silent,
    metrics: noMetrics,
    now: () => new Date(),
    worker: `test.${(workers += 1)}`,
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
    email = FORM.email,
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
    form: { ...FORM, email },
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
