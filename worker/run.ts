import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { serve } from "@hono/node-server";
import { newEvent } from "#contracts/events/new-event.ts";
import { ID_RANDOM_BYTES, type MakeId, makeId } from "#contracts/ids.ts";
import { findErasedAddress, forgetErasedAddress } from "#db/accounts/erased-addresses.ts";
import { listMailTokens } from "#db/accounts/one-time-tokens/list-mail-tokens.ts";
import { listSmsCodes } from "#db/accounts/one-time-tokens/list-sms-codes.ts";
import { createOneTimeCodes } from "#db/accounts/one-time-tokens/one-time-code.ts";
import { listUserContacts } from "#db/accounts/users/list-user-contacts.ts";
import { canUseComebackCode } from "#db/billing/can-use-comeback-code.ts";
import { closeCheckoutSession } from "#db/billing/close-checkout-session.ts";
import { findDeclineReason } from "#db/billing/find-decline-reason.ts";
import { findInvoice } from "#db/billing/find-invoice.ts";
import { getPurchaseConversion } from "#db/billing/get-purchase-conversion.ts";
import { isReturningCustomer } from "#db/billing/is-returning-customer.ts";
import { listCreditNotes } from "#db/billing/list-credit-notes.ts";
import { listCustomerContacts } from "#db/billing/list-customer-contacts.ts";
import { recordSecondSubscriptions } from "#db/billing/record-second-subscriptions.ts";
import { createContentLinks, contentTokenHash } from "#db/content/content-link.ts";
import { findAnnouncedComments } from "#db/content/find-announced-comments.ts";
import { findApprovalRequest } from "#db/content/find-approval-request.ts";
import { findReceipt } from "#db/content/find-receipt.ts";
import { findReportPeriod } from "#db/content/find-report-period.ts";
import { findTrialReader } from "#db/content/find-trial-reader.ts";
import { createMediaKeys } from "#db/content/media/media-address.ts";
import { openApprovalLinks } from "#db/content/open-approval-links.ts";
import { createAddressHash } from "#db/emails/address-hash.ts";
import { claimAutoReplies } from "#db/enquiries/claim-auto-replies.ts";
import { listDigestedEnquiries, listEnquiries } from "#db/enquiries/list-enquiries.ts";
import { listLaterFacts } from "#db/events/list-later-facts.ts";
import { recordScheduleFailure } from "#db/events/record-schedule-failure.ts";
import { findManagerEmail } from "#db/ops/find-manager-email.ts";
import { getMorningWork } from "#db/ops/get-morning-work.ts";
import { listNamedPromises } from "#db/promises/list-named-promises.ts";
import { createStripe } from "#db/stripe/client.ts";
import { openConnections } from "./adapters/connections.ts";
import { createMailer } from "./adapters/create-mailer.ts";
import { createEdgeAuth } from "./adapters/edge-auth.ts";
import { createMaterialStore } from "./adapters/material-store.ts";
import { createReporter } from "./adapters/meta.ts";
import { createSmsSender } from "./adapters/twilio.ts";
import { createAlertChannels, warnOfLoneChannel } from "./alerts/channels.ts";
import { createHeartbeat } from "./alerts/heartbeat.ts";
import { startAlertWatch } from "./alerts/watch.ts";
import { createFindCustomerOfPayment } from "./billing/find-customer-of-payment.ts";
import { createStripeActions } from "./billing/stripe-actions.ts";
import { readWorkerConfig } from "./config.ts";
import { createConnectionErrorLog } from "./connection-error-log.ts";
import { createEffects, queuesOf } from "./effects/catalogue.ts";
import type { EffectDeps } from "./effects/effect.ts";
import { REPLACING_EVENTS } from "./effects/late-mail.ts";
import { createHttpApp } from "./http.ts";
import { createLog } from "./log.ts";
import { createRenderMailCopy } from "./mail-copies.ts";
import { createWithholdingMailer } from "./mail/withholding-mailer.ts";
import { createMaterialActions } from "./material/actions.ts";
import { createFileChecker } from "./material/run-file-checker.ts";
import { createMetrics } from "./metrics.ts";
import { createOpsApp } from "./ops/app.tsx";
import { startBulkReplays } from "./ops/events/run-bulk-replays.ts";
import { batched, batchedById } from "./pipeline/batch.ts";
import { startPipeline } from "./pipeline/start-pipeline.ts";
import { checkDriftNightly } from "./schedules/check-drift-nightly.ts";
import { checkInvariants } from "./schedules/check-invariants.ts";
import { cleanUpAccounts } from "./schedules/clean-up-accounts.ts";
import { cleanUpRecords } from "./schedules/clean-up-records.ts";
import { deleteUnusedCustomers } from "./schedules/delete-unused-customers.ts";
import { mailComments } from "./schedules/mail-comments.ts";
import { mailDecisions } from "./schedules/mail-decisions.ts";
import { mailEnquiryDigest } from "./schedules/mail-enquiry-digest.ts";
import { mailMorningWork } from "./schedules/mail-morning-work.ts";
import { recordCardExpiryNotices } from "./schedules/record-card-expiry-notices.ts";
import { recordPaymentReminders } from "./schedules/record-payment-reminders.ts";
import { removeObjects } from "./schedules/remove-objects.ts";
import { startDueReportPromises } from "./schedules/start-due-report-promises.ts";
import { startSchedules } from "./schedules/start-schedules.ts";
import { watchPromises } from "./schedules/watch-promises.ts";
import { shutDownOnSignal } from "./shutdown.ts";
import { createSpanExport } from "./tracing/span-export.ts";
import { NO_SPANS } from "./tracing/spans.ts";
import { watchQueue } from "./watch-queue.ts";

const BATCH_MAX = 100;

const config = readWorkerConfig(process.env);
// Containers share pids, and a machine its name.
const worker = `${hostname()}.${process.pid}.${randomBytes(3).toString("hex")}`;
const log = createLog(config.LOG_LEVEL);
const now = () => new Date();
const newId: MakeId = (kind) => makeId(kind, now().getTime(), randomBytes(ID_RANDOM_BYTES));
const onError = createConnectionErrorLog({ log, now });

const { backend, database, locks } = openConnections({ ...config, onError });
const { db } = database;
const { queues } = backend;
const allQueues = Object.values(queues);
const metrics = createMetrics({ db, queues: allQueues, apiUrl: config.API_URL });

const createFind = <T extends { id: string }>(
  list: (from: typeof db, ids: readonly string[]) => Promise<readonly T[]>,
) => batchedById((ids) => list(db, ids), BATCH_MAX);
const findEnquiry = createFind((from, ids) => listEnquiries(from, ids, config.TEAM_MAILS_PER_HOUR));
const stripe = createStripe(config);
const mailer = createMailer(config);
const addressHash = createAddressHash(config.AUTH_CODE_SECRET);
const withholding = createWithholdingMailer({
  db,
  mailer,
  addressHash,
  teamEmail: config.TEAM_EMAIL,
  log,
  now,
});
const material = createMaterialActions({
  db,
  store: createMaterialStore({ apiUrl: config.API_URL, secret: config.AUTH_CODE_SECRET, now }),
  checker: createFileChecker(),
  now,
});
const contentLinks = createContentLinks(config.AUTH_CODE_SECRET);
const tokenHashOf = (linkId: string) => contentTokenHash(contentLinks.token("approval", linkId));
const effectDeps: Omit<EffectDeps, "mailer"> = {
  smsSender: createSmsSender(config),
  reporter: createReporter(config),
  material,
  async getEnquiry(id) {
    const enquiry = await findEnquiry(id);
    if (enquiry === null) throw new Error("there is no such enquiry");
    return enquiry;
  },
  claimAutoReply: batched(async (ids: readonly string[]) => {
    const claims = await claimAutoReplies(db, ids, config.AUTO_REPLIES_PER_DAY);
    return ids.map((id) => claims.get(id) ?? "one_per_mailbox_a_day");
  }, BATCH_MAX),
  listDigestedEnquiries: (window, limit) =>
    listDigestedEnquiries(db, window, { teamMailsPerHour: config.TEAM_MAILS_PER_HOUR, limit }),
  findMailToken: createFind(listMailTokens),
  findSmsCode: createFind(listSmsCodes),
  findUserContact: createFind(listUserContacts),
  findCustomerContact: createFind(listCustomerContacts),
  findLaterFacts: createFind((from, ids) => listLaterFacts(from, ids, REPLACING_EVENTS)),
  findErasedAddress: (eventId) => findErasedAddress(db, eventId),
  forgetErasedAddress: ({ eventId, email }) =>
    forgetErasedAddress(db, { eventId, addressHash: addressHash.of(email) }),
  retryAddress: (email) => withholding.retryAddress(email),
  async getInvoice(orderId) {
    const invoice = await findInvoice(db, orderId);
    if (invoice === null) throw new Error("there is no such invoice");
    return invoice;
  },
  listCreditNotes: (orderId) => listCreditNotes(db, orderId),
  findDeclineReason: (refundRequestId) => findDeclineReason(db, refundRequestId),
  getPurchaseConversion: (purchase) => getPurchaseConversion(db, purchase),
  async recordSecondSubscriptions({ subscriptionId, correlationId }) {
    const context = { makeId: newId, now, correlationId };
    return (await recordSecondSubscriptions(db, context, subscriptionId)).length;
  },
  listNamedPromises: (promiseIds) => listNamedPromises(db, promiseIds),
  getMorningWork: (of) => getMorningWork(db, { ...of, now: now().toISOString() }),
  findManagerEmail: (managerId) => findManagerEmail(db, managerId),
  async canUseComebackCode(customerId) {
    const buyer = { kind: "customer", customerId } as const;
    return (await canUseComebackCode(db, buyer, now().toISOString())) === true;
  },
  isReturningCustomer: (subscriptionId) => isReturningCustomer(db, subscriptionId),
  findAnnouncedComments: (eventId) => findAnnouncedComments(db, eventId),
  findTrialReader: (trial) => findTrialReader(db, { ...trial, at: now().toISOString() }),
  findReportPeriod: (reportId) => findReportPeriod(db, reportId),
  openApprovalLinks: (cause) => openApprovalLinks(db, { makeId: newId, now, tokenHashOf }, cause),
  findApprovalRequest: (linkId) => findApprovalRequest(db, linkId),
  findReceipt: (eventId, reader) => findReceipt(db, eventId, reader),
  closeCheckoutSession: (sessionId, state) => closeCheckoutSession(db, sessionId, state),
  stripeActions: createStripeActions({
    db,
    stripe,
    locks,
    makeId: newId,
    now,
    renewalNotices: config.RENEWAL_NOTICES,
  }),
  codes: createOneTimeCodes(config.AUTH_CODE_SECRET),
  contentLinks,
  now,
  teamEmail: config.TEAM_EMAIL,
  siteUrl: config.SITE_URL,
  apiUrl: config.API_URL,
  opsUrl: config.OPS_URL,
};
const effects = createEffects({ ...effectDeps, mailer: withholding.mailer });

const spans =
  config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? NO_SPANS
    : await createSpanExport({
        endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: config.OTEL_EXPORTER_OTLP_HEADERS,
        sampleRatio: config.OTEL_TRACES_SAMPLER_ARG,
        now,
        log,
      });

const pipeline = startPipeline({
  db,
  databaseUrl: config.DATABASE_URL,
  backend,
  effects,
  log,
  metrics,
  now,
  worker,
  spans,
});

const stopSchedules = startSchedules({
  backend,
  now,
  log,
  onFailed: (schedule, failedIds) =>
    recordScheduleFailure(
      db,
      newEvent(
        { makeId: newId, now, correlationId: null },
        "ScheduleFailed",
        { kind: "system", name: "schedules" },
        { schedule, failedIds: [...failedIds] },
      ),
    ),
  schedules: {
    "clean-up-accounts": cleanUpAccounts({ db, now, wait: delay }),
    "clean-up-records": cleanUpRecords({ db, now, wait: delay }),
    "remove-objects": removeObjects({ material }),
    "remind-of-payments": recordPaymentReminders({ db, makeId: newId, now }),
    "promise-reports": startDueReportPromises({ db, now }),
    "check-invariants": checkInvariants({ db, now }),
    "watch-promises": watchPromises({ db, makeId: newId, now }),
    "mail-comments": mailComments({ db, makeId: newId, now }),
    "mail-enquiry-digest": mailEnquiryDigest({
      db,
      makeId: newId,
      now,
      teamMailsPerHour: config.TEAM_MAILS_PER_HOUR,
    }),
    "mail-morning-work": mailMorningWork({ db, makeId: newId, now }),
    "mail-decisions": mailDecisions({ db, makeId: newId, now }),
    "notice-cards": recordCardExpiryNotices({ db, makeId: newId, now }),
    ...(stripe !== null && {
      "delete-unused-customers": deleteUnusedCustomers({ db, stripe, now }),
      "check-drift": checkDriftNightly({
        db,
        stripe,
        makeId: newId,
        now,
        wait: delay,
        onUnknown: (subscriptionId) => log.warn({ subscriptionId }, "billing_customer_unknown"),
      }),
    }),
  },
});

const queueWatch = watchQueue({ checkWritable: backend.checkWritable, now });
const channels = createAlertChannels(config, mailer);
warnOfLoneChannel(config, log);
const stopAlertWatch = startAlertWatch({
  db,
  channels,
  queues: queuesOf(effects),
  queueRefusal: queueWatch.refusal,
  heartbeat: createHeartbeat(config.HEARTBEAT_URL),
  log,
  now,
});

const stopBulkReplays = startBulkReplays({ db, makeId: newId, log });

const ops = createOpsApp({
  db,
  queues: allQueues,
  auth: createEdgeAuth(config.API_URL),
  secret: config.OPS_SECRET,
  origin: new URL(config.OPS_URL).origin,
  trustedProxy: config.TRUSTED_PROXY,
  siteUrl: config.SITE_URL,
  apiUrl: config.API_URL,
  mediaKeys: createMediaKeys(config.AUTH_CODE_SECRET),
  material,
  addressHash,
  renderMailCopy: createRenderMailCopy(effectDeps),
  findCustomerOfPayment: createFindCustomerOfPayment(stripe, onError),
  now,
  makeId: newId,
  log,
});
const server = serve({
  fetch: createHttpApp({ db, metrics, ops, isQueueStuck: queueWatch.isStuck }).fetch,
  ...(config.LISTEN_HOST !== undefined && { hostname: config.LISTEN_HOST }),
  port: config.PORT,
});

shutDownOnSignal(log, [
  { name: "relay", run: pipeline.stopRelay },
  { name: "queue watch", run: queueWatch.stop },
  { name: "consumers", run: pipeline.stopConsumers },
  { name: "schedules", run: stopSchedules },
  { name: "watch", run: stopAlertWatch },
  { name: "bulk replays", run: stopBulkReplays },
  { name: "spans", run: () => spans.stop() },
  { name: "queues", run: backend.close },
  {
    name: "http",
    run: () =>
      new Promise((resolve) => {
        server.close(resolve);
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  },
  { name: "locks", run: locks.close },
  { name: "database", run: database.close },
]);

log.info(
  { worker, queue: backend.kind, mail: config.MAIL_TRANSPORT, port: config.PORT },
  "started",
);
