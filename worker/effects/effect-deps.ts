import type { ReminderKind } from "#contracts/content/reminders.ts";
import type { MakeId } from "#contracts/ids.ts";
import type { UndeliverableReason } from "#contracts/undeliverable-reasons.ts";
import { findErasedAddress, forgetErasedAddress } from "#db/accounts/erased-addresses.ts";
import { listMailTokens, listSmsCodes } from "#db/accounts/one-time-tokens/find-tokens.ts";
import { createOneTimeCodes } from "#db/accounts/one-time-tokens/one-time-code.ts";
import { listUserContacts } from "#db/accounts/users/find-users.ts";
import { closeCheckoutSession } from "#db/billing/change-checkout-sessions.ts";
import { isReturningCustomer, listCustomerContacts } from "#db/billing/find-customers.ts";
import { findInvoice, listCreditNotes } from "#db/billing/find-orders.ts";
import { getPurchaseConversion, type ReportedPurchase } from "#db/billing/find-purchases.ts";
import { recordSecondSubscriptions } from "#db/billing/record-second-subscriptions.ts";
import type { Db } from "#db/client.ts";
import { openApprovalLinks } from "#db/content/change-approval-links.ts";
import { contentTokenHash, createContentLinks } from "#db/content/content-link.ts";
import { findApprovalRequest, findTrialReader } from "#db/content/find-approval-links.ts";
import { findAnnouncedComments } from "#db/content/find-comments.ts";
import { findReceipt, findRequestedChanges } from "#db/content/find-decisions.ts";
import { listRemindedPosts } from "#db/content/find-reminders.ts";
import { findPublishedReport } from "#db/content/find-reports.ts";
import { createAddressHash } from "#db/emails/address-hash.ts";
import { type AutoReplyClaim, claimAutoReplies } from "#db/enquiries/claim-auto-replies.ts";
import { claimSampleMonth, type SampleMonthClaim } from "#db/enquiries/claim-sample-month.ts";
import { listDigestedEnquiries, listEnquiries } from "#db/enquiries/find-enquiries.ts";
import { listLaterFacts } from "#db/events/list-later-facts.ts";
import { findManagerEmail } from "#db/ops/find-operators.ts";
import { findPostToStop } from "#db/ops/find-post-to-stop.ts";
import { findDeclineReason } from "#db/ops/find-refunds.ts";
import { getMorningWork, getWeekendWork } from "#db/ops/find-team-work.ts";
import { listNamedPromises } from "#db/promises/find-promises.ts";
import type { StripeActions } from "../billing/stripe-actions.ts";
import type { WorkerConfig } from "../config.ts";
import type { MaterialActions } from "../material/actions.ts";
import { batched, batchedById } from "../pipeline/batch.ts";
import type { EffectResult } from "../pipeline/effect.ts";
import type { ConversionReporter } from "../ports/conversion-reporter.ts";
import type { Mailer } from "../ports/mailer.ts";
import type { SmsSender } from "../ports/sms-sender.ts";
import { REPLACING_EVENTS } from "./late-mail.ts";

/** What effects ask of the outside. */
type Ports = {
  mailer: Mailer;
  smsSender: SmsSender | null;
  reporter: ConversionReporter | null;
  material: MaterialActions;
  stripeActions: StripeActions;
  /** An address that bounced gets one more email, because somebody asked for it. */
  retryAddress: (email: string) => Promise<void>;
};

type Parts = {
  db: Db;
  config: Pick<
    WorkerConfig,
    | "AUTH_CODE_SECRET"
    | "AUTO_REPLIES_PER_DAY"
    | "TEAM_MAILS_PER_HOUR"
    | "TEAM_EMAIL"
    | "SITE_URL"
    | "API_URL"
    | "OPS_URL"
  >;
  now: () => Date;
  makeId: MakeId;
  ports: Ports;
};

export type EffectDeps = ReturnType<typeof createEffectDeps>;

const BATCH_MAX = 100;

/** All that effects read, write and call: the reads of one moment share a statement. */
export function createEffectDeps({ db, config, now, makeId, ports }: Parts) {
  const find = <T extends { id: string }>(
    list: (from: Db, ids: readonly string[]) => Promise<readonly T[]>,
  ) => batchedById((ids) => list(db, ids), BATCH_MAX);
  const findEnquiry = find((from, ids) => listEnquiries(from, ids, config.TEAM_MAILS_PER_HOUR));
  const addressHash = createAddressHash(config.AUTH_CODE_SECRET);
  const contentLinks = createContentLinks(config.AUTH_CODE_SECRET);
  const tokenHashOf = (linkId: string) => contentTokenHash(contentLinks.token("approval", linkId));
  return {
    ...ports,
    now,
    codes: createOneTimeCodes(config.AUTH_CODE_SECRET),
    contentLinks,
    /** @param id of an approver, or of the request for a sample month; null: the owner, who has an account */
    unsubscribeUrl: (id: string | null) =>
      id === null
        ? undefined
        : `${config.API_URL}/unsubscribe/${id}/${contentLinks.token("unsubscribe", id)}`,
    /** @param linkId of the approval link or report that the email is about */
    pictureUrl: (linkId: string, mediaId: string) =>
      `${config.API_URL}/mail-pictures/${linkId}/${mediaId}/${contentLinks.token("picture", linkId, mediaId)}`,
    teamEmail: config.TEAM_EMAIL,
    siteUrl: config.SITE_URL,
    apiUrl: config.API_URL,
    opsUrl: config.OPS_URL,
    getEnquiry: async (id: string) => (await findEnquiry(id)) ?? missing("enquiry"),
    claimAutoReply: batched(async (ids: readonly string[]) => {
      const claims = await claimAutoReplies(db, ids, config.AUTO_REPLIES_PER_DAY);
      return ids.map((id): AutoReplyClaim => claims.get(id) ?? "one_per_mailbox_a_day");
    }, BATCH_MAX),
    claimSampleMonth: (id: string) => claimSampleMonth(db, id, config.AUTO_REPLIES_PER_DAY),
    listDigestedEnquiries: (window: { since: string; until: string }, limit: number) =>
      listDigestedEnquiries(db, window, { teamMailsPerHour: config.TEAM_MAILS_PER_HOUR, limit }),
    findMailToken: find(listMailTokens),
    findSmsCode: find(listSmsCodes),
    findUserContact: find(listUserContacts),
    findCustomerContact: find(listCustomerContacts),
    findLaterFacts: find((from, ids) => listLaterFacts(from, ids, REPLACING_EVENTS)),
    findErasedAddress: (eventId: string) => findErasedAddress(db, eventId),
    forgetErasedAddress: ({ eventId, email }: { eventId: string; email: string }) =>
      forgetErasedAddress(db, { eventId, addressHash: addressHash.of(email) }),
    getInvoice: async (orderId: string) => (await findInvoice(db, orderId)) ?? missing("invoice"),
    listCreditNotes: (orderId: string) => listCreditNotes(db, orderId),
    findDeclineReason: (refundRequestId: string) => findDeclineReason(db, refundRequestId),
    getPurchaseConversion: (purchase: ReportedPurchase) => getPurchaseConversion(db, purchase),
    recordSecondSubscriptions: async ({
      subscriptionId,
      correlationId,
    }: {
      subscriptionId: string;
      correlationId: string;
    }) =>
      (await recordSecondSubscriptions(db, { makeId, now, correlationId }, subscriptionId)).length,
    listRemindedPosts: (
      kind: ReminderKind,
      posts: readonly { postId: string; version: number }[],
    ) => listRemindedPosts(db, kind, posts),
    listNamedPromises: (promiseIds: readonly number[]) => listNamedPromises(db, promiseIds),
    findPostToStop: (postId: string) => findPostToStop(db, postId),
    getMorningWork: (of: { managerId: string | null; day: string }) =>
      getMorningWork(db, { ...of, now: now().toISOString() }),
    getWeekendWork: (of: Parameters<typeof getWeekendWork>[1]) => getWeekendWork(db, of),
    findManagerEmail: (managerId: string) => findManagerEmail(db, managerId),
    isReturningCustomer: (subscriptionId: string) => isReturningCustomer(db, subscriptionId),
    findAnnouncedComments: (eventId: string) => findAnnouncedComments(db, eventId),
    findTrialReader: (trial: Omit<Parameters<typeof findTrialReader>[1], "at">) =>
      findTrialReader(db, { ...trial, at: now().toISOString() }),
    findPublishedReport: (reportId: string) => findPublishedReport(db, reportId),
    openApprovalLinks: (cause: Parameters<typeof openApprovalLinks>[2]) =>
      openApprovalLinks(db, { makeId, now, tokenHashOf }, cause),
    findApprovalRequest: (linkId: string) => findApprovalRequest(db, linkId),
    findReceipt: (eventId: string, reader: "decider" | "owner") => findReceipt(db, eventId, reader),
    findRequestedChanges: (of: { postId: string; version: number }) => findRequestedChanges(db, of),
    closeCheckoutSession: (sessionId: string, state: "complete" | "expired") =>
      closeCheckoutSession(db, sessionId, state),
  };
}

function missing(what: string): never {
  throw new Error(`there is no such ${what}`);
}

/** Why an effect does nothing. */
export type SkipReason =
  | `address_${UndeliverableReason}`
  | "decided_or_withdrawn"
  | "erased"
  | "expired"
  | "kept_or_released"
  | "no_address"
  | "no_consent"
  | "no_customer"
  | "no_longer_true"
  | "not_configured"
  | "not_for_sale"
  | "nothing_to_do"
  | Exclude<SampleMonthClaim, "claimed">
  | "in_digest"
  | "replaced_or_used";

export const skipped = (reason: SkipReason): EffectResult => ({
  externalId: null,
  facts: { outcome: "skipped", reason },
});
