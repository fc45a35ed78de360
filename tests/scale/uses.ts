import { randomBytes, randomUUID } from "node:crypto";
import type { StripeCustomerState } from "#contracts/billing/stripe-state.ts";
import { PLANS } from "#contracts/catalogue.ts";
import { HOUR_MS } from "#contracts/durations.ts";
import { ID_RANDOM_BYTES, makeId } from "#contracts/ids.ts";
import { listUsers } from "#db/accounts/admin/list-users.ts";
import { findErasedAddress } from "#db/accounts/erased-addresses.ts";
import { findFactorAttempt, findRecoveryCodes } from "#db/accounts/factors/find-factors.ts";
import { findNoticedMethod, listAddedMethods } from "#db/accounts/methods/find-methods.ts";
import { findLinkableUsers } from "#db/accounts/oauth/find-linkable-users.ts";
import { takeCodeAttempt } from "#db/accounts/one-time-tokens/change-tokens.ts";
import {
  findMailLink,
  listMailTokens,
  listSmsCodes,
} from "#db/accounts/one-time-tokens/find-tokens.ts";
import { redeemToken, type PresentedToken } from "#db/accounts/one-time-tokens/redeem-token.ts";
import { findPasskey, listPasskeys } from "#db/accounts/passkeys/find-passkeys.ts";
import { findFlow } from "#db/accounts/pkce-flows.ts";
import { refreshSession } from "#db/accounts/sessions/change-sessions.ts";
import {
  findCurrentUser,
  findCurrentUserForChange,
  listSessions,
} from "#db/accounts/sessions/find-sessions.ts";
import { signUpConfirmed, signUpUnconfirmed } from "#db/accounts/sign-up/sign-up.ts";
import {
  findCredentials,
  findUser,
  findUserById,
  listUserContacts,
} from "#db/accounts/users/find-users.ts";
import { acknowledgeAlert, claimAlerts } from "#db/alerts/change-alerts.ts";
import { claimDeliveries, finishDeliveries } from "#db/alerts/change-deliveries.ts";
import { countOpenAlerts } from "#db/alerts/count-open-alerts.ts";
import { recordHeartbeat } from "#db/alerts/record-heartbeat.ts";
import { startCheckout } from "#db/billing/change-checkout-sessions.ts";
import { findDriftCheck } from "#db/billing/drift-checks.ts";
import { findBillingState } from "#db/billing/find-billing-state.ts";
import { canUseComebackCode, findBuyerHistory } from "#db/billing/find-buyer-history.ts";
import {
  findCheckoutSession,
  listOpenCheckoutSessions,
} from "#db/billing/find-checkout-sessions.ts";
import {
  findAccountCustomer,
  isReturningCustomer,
  listCustomerContacts,
  listErasedCustomers,
  listSavedCustomers,
  listUnusedCustomers,
  type SavedCustomer,
} from "#db/billing/find-customers.ts";
import {
  listDuePriceChanges,
  listExpiringCards,
  listOutdatedPrices,
  listOverduePayments,
} from "#db/billing/find-due-notices.ts";
import { findOpenRequests } from "#db/billing/find-open-request.ts";
import {
  findInvoice,
  findUserOrder,
  listCreditNotes,
  listUserOrders,
} from "#db/billing/find-orders.ts";
import {
  findPurchase,
  listUnclaimedPurchases,
  getPurchaseConversion,
} from "#db/billing/find-purchases.ts";
import { findSubscriptionById, listUnsavedSubscriptions } from "#db/billing/find-subscriptions.ts";
import { findUserSubscription } from "#db/billing/find-user-subscription.ts";
import { recordSecondSubscriptions } from "#db/billing/record-second-subscriptions.ts";
import { findCaller } from "#db/calls/record-call.ts";
import { deleteExpiredAccounts, EXPIRED_KINDS } from "#db/clean-up/delete-expired-accounts.ts";
import { deleteExpiredRecords, EXPIRED_RECORD_KINDS } from "#db/clean-up/delete-expired-records.ts";
import type { Db } from "#db/client.ts";
import { listTrialsToAdopt } from "#db/content/adopt-trials.ts";
import { findApproverOwner } from "#db/content/change-approvers.ts";
import {
  findApprovalRequest,
  findReview,
  findTrialReader,
  isLinkAlive,
} from "#db/content/find-approval-links.ts";
import { findBrief } from "#db/content/find-brief.ts";
import { findCalendar } from "#db/content/find-calendar.ts";
import {
  findAnnouncedComments,
  listCommentsOfUser,
  listComments,
  listDueComments,
} from "#db/content/find-comments.ts";
import { findReceipt, findRequestedChanges, listDueDecisions } from "#db/content/find-decisions.ts";
import { findPhoto } from "#db/content/find-photo.ts";
import { listDueReminders, listRemindedPosts } from "#db/content/find-reminders.ts";
import { findPublishedReport, findReport, findReports } from "#db/content/find-reports.ts";
import { listRemovedMedia } from "#db/content/media/change-media.ts";
import {
  findMedia,
  findOwnUpload,
  findUpload,
  listMaterial,
} from "#db/content/media/find-media.ts";
import { listEdgeRequests } from "#db/edge-requests.ts";
import { createAddressHash } from "#db/emails/address-hash.ts";
import { listUndeliverableAddresses } from "#db/emails/find-undeliverable.ts";
import { findDigestEnd } from "#db/enquiries/announce-enquiries.ts";
import {
  isKnownEnquiry,
  listDigestedEnquiries,
  listEnquiries,
} from "#db/enquiries/find-enquiries.ts";
import { claimDueEvents } from "#db/events/change-due-events.ts";
import { getBacklog } from "#db/events/get-backlog.ts";
import { listEventsById } from "#db/events/list-events-by-id.ts";
import { listLaterFacts } from "#db/events/list-later-facts.ts";
import { startEffects } from "#db/events/start-effects.ts";
import { checkInvariant } from "#db/invariants/check-invariant.ts";
import { type Invariant, INVARIANTS } from "#db/invariants/invariants.ts";
import { listInvariantChecks } from "#db/invariants/list-invariant-checks.ts";
import { claimBulkReplayEvents } from "#db/ops/change-bulk-replays.ts";
import { findRefundable } from "#db/ops/change-refunds.ts";
import { countHiddenEvents } from "#db/ops/count-hidden-events.ts";
import { EVENT_STATES } from "#db/ops/event-state.ts";
import { findBulkReplay, listBulkReplays } from "#db/ops/find-bulk-replays.ts";
import { findCustomerHistory } from "#db/ops/find-customer-history.ts";
import { findCustomerOfEvent } from "#db/ops/find-customer-of-event.ts";
import {
  findContentCustomer,
  listUnassignedCustomers,
  searchCustomers,
} from "#db/ops/find-customers.ts";
import { listDrafts } from "#db/ops/find-drafts.ts";
import { findEventRecord, listAttempts, listEventPeople } from "#db/ops/find-events.ts";
import { countFailedEvents, listFailures } from "#db/ops/find-failed-events.ts";
import { findAccountManager, findManagerEmail, listOperators } from "#db/ops/find-operators.ts";
import { findPostToStop } from "#db/ops/find-post-to-stop.ts";
import {
  DESK_STATES,
  type DeskFilter,
  findNeighbours,
  findPost,
  listDesk,
  listDeskClients,
  listPostsOfCustomer,
} from "#db/ops/find-posts.ts";
import { findDeclineReason, findRefundRequest, listDisputes } from "#db/ops/find-refunds.ts";
import { findSubmittedBrief } from "#db/ops/find-submitted-brief.ts";
import { getMorningWork, getWeekendWork } from "#db/ops/find-team-work.ts";
import { findTrace } from "#db/ops/find-trace.ts";
import { countAttention, getFunnel, getOverview } from "#db/ops/get-overview.ts";
import { getRetentionCounts } from "#db/ops/get-retention-counts.ts";
import { type CustomerFilter, CUSTOMER_STATES, listCustomers } from "#db/ops/list-customers.ts";
import { type EventFilter, listEvents, listEventsOfRequests } from "#db/ops/list-events.ts";
import { listMaterialOfCustomer, listUses } from "#db/ops/list-material-of-customer.ts";
import { findReportWork, listDueReports } from "#db/ops/list-reports.ts";
import { listSecondSteps } from "#db/ops/list-second-steps.ts";
import { listUnansweredComments } from "#db/ops/list-unanswered-comments.ts";
import { getRecurringRevenue, listWeeklyFigures } from "#db/ops/list-weekly-figures.ts";
import { findOpsSession } from "#db/ops/ops-session.ts";
import { addPageView } from "#db/page-views/add-page-view.ts";
import { eraseAccount } from "#db/personal-data/erase-account.ts";
import { exportAccount } from "#db/personal-data/export-account.ts";
import { startReportPromises } from "#db/promises/change-promises.ts";
import {
  countLatePromises,
  findPromise,
  getPromiseFigures,
  listDuePromises,
  listKeptPromises,
  listNamedPromises,
  listOpenPromises,
  listPromisesOfEvent,
} from "#db/promises/find-promises.ts";
import { reopenPromisesOfPost } from "#db/promises/reopen-promises.ts";
import { listRefusals } from "#db/refusals.ts";
import { findUse, listFiles, listOpenEventIds } from "#db/restore/restored-rows.ts";
import { findDrifts } from "#db/stripe/find-drifts.ts";
import { PLAN } from "../support/catalogue.ts";
import { BUSY, filled } from "./fill.ts";

const N = BUSY;
/** One whose subscription has ended. */
const ENDED = BUSY - 1;
const NOW_MS = Date.now();
const at = (hours: number): string => new Date(NOW_MS + hours * HOUR_MS).toISOString();
const AT = at(0);
const TOMORROW = at(24);
const MONTH_AGO = at(-30 * 24);
const DAY = at(-2 * 24).slice(0, 10);
const currentUser = { userId: filled.userId(N), sessionId: filled.sessionId(N) };
const reader = { ...currentUser, at: AT };
const NEW_ID = "00000000-0000-4000-b000-000000000001";
const SAVED_CUSTOMER: SavedCustomer = {
  id: filled.customerId(N),
  version: 1,
  email: filled.email(N),
  setCards: null,
  accountEmail: null,
  subscriptions: [],
};
const NOTHING_AT_STRIPE: StripeCustomerState = {
  customer: {
    email: null,
    isDeleted: false,
    defaultCard: null,
    balancePence: 0,
    invoiceFooter: null,
  },
  subscriptions: [],
  orders: [],
  lastPaidBy: null,
  disputes: [],
};
const system = { kind: "system", name: "scale" } as const;
const newSession = {
  id: NEW_ID,
  amr: [],
  aal: "aal1",
  factorId: null,
  ip: null,
  userAgent: null,
  provider: null,
  at: AT,
  notAfter: null,
  notice: {
    id: makeId("event", NOW_MS, randomBytes(ID_RANDOM_BYTES)),
    correlationId: "scale",
    at: AT,
    actor: null,
  },
} as const;
const signUp = (email: string) =>
  ({
    account: {
      id: NEW_ID,
      role: "authenticated",
      email,
      phone: null,
      passwordHash: "hash",
      isConfirmed: false,
      confirmationSentAt: AT,
      isAnonymous: false,
      isSso: false,
      appMetadata: {},
      userMetadata: {},
      at: AT,
    },
    identity: {
      id: NEW_ID,
      provider: "email",
      providerId: NEW_ID,
      identityData: {},
      email,
      at: AT,
    },
    created: {
      id: "evt_new_account",
      type: "AccountCreated",
      version: 1,
      occurredAt: AT,
      actor: system,
      correlationId: "req_new",
      data: { userId: NEW_ID, origin: "email" },
    },
  }) as const;
const askMail = (email: string) =>
  ({
    ...signUp(email),
    token: {
      id: NEW_ID,
      purpose: "confirmation",
      codeHash: "code new",
      linkHash: "link new",
      relatesTo: email,
      codeLength: 6,
      isPkce: false,
      redirectTo: "http://localhost/",
      at: AT,
      expiresAt: TOMORROW,
    },
    flow: null,
    mail: {
      id: "evt_new_mail",
      type: "AuthMailRequested",
      version: 1,
      occurredAt: AT,
      actor: system,
      correlationId: "req_new",
      data: { tokenId: NEW_ID, mail: "confirm-sign-up" },
    },
    frequencyS: 60,
  }) as const;
const redeem = (db: Db, presented: PresentedToken) =>
  redeemToken(db, {
    presented,
    redemption: { kind: "session", session: { ...newSession, amr: [] } },
    at: AT,
  });
const LIST: EventFilter = {
  search: null,
  state: null,
  type: null,
  effect: null,
  error: null,
  from: null,
  to: null,
  hidesRoutine: true,
  isGrouped: true,
  before: null,
  limit: 50,
};

const MINE: DeskFilter = {
  who: filled.userId(N),
  client: null,
  platform: null,
  from: MONTH_AGO.slice(0, 10),
  until: null,
  q: null,
};
const EVERYBODY: CustomerFilter = { state: null, priceId: null, managerId: null, before: null };
const LISTED = { now: AT, limit: 50 };

export const USES: Readonly<Record<string, (db: Db) => Promise<unknown>>> = {
  "sign in": (db) => findCredentials(db, { email: filled.email(N) }),
  "sign in with a company": (db) =>
    findLinkableUsers(db, {
      provider: "google",
      subject: "subject",
      email: filled.email(N),
      isSso: false,
    }),
  "sign in with an organisation": (db) =>
    findLinkableUsers(db, {
      provider: `sso:${NEW_ID}`,
      subject: "subject",
      email: filled.email(N),
      isSso: true,
    }),
  "come back from a company": (db) => findFlow(db, "code"),
  "sign up": (db) =>
    signUpUnconfirmed(db, { ...askMail("new@shop.example"), notice: newSession.notice }),
  "sign up again": (db) =>
    signUpUnconfirmed(db, { ...askMail(filled.email(N)), notice: newSession.notice }),
  "sign up without a proof": (db) =>
    signUpConfirmed(db, { ...signUp("new@shop.example"), session: { ...newSession, amr: [] } }),
  "type a code": (db) =>
    redeem(db, { kind: "code", hashes: [{ purpose: "recovery", codeHash: filled.codeHash(N) }] }),
  "type a wrong code": (db) =>
    takeCodeAttempt(db, {
      relatesTo: filled.email(N),
      purposes: ["recovery"],
      at: AT,
    }),
  "follow a link": (db) =>
    redeem(db, { kind: "link", purposes: ["recovery"], linkHash: filled.linkHash(N) }),
  "challenge a factor": (db) =>
    findFactorAttempt(db, currentUser, { factorId: NEW_ID, challengeId: NEW_ID }),
  "list one's passkeys": (db) => listPasskeys(db, currentUser),
  "sign in with a passkey": (db) => findPasskey(db, filled.credentialId(N)),
  "count one's recovery codes": (db) => findRecoveryCodes(db, currentUser),
  "write a mail with a code": (db) => listMailTokens(db, [filled.tokenId(N)]),
  "write a text with a code": (db) => listSmsCodes(db, [filled.tokenId(N)]),
  "an account for an administrator": (db) => findUserById(db, filled.userId(N)),
  "an account by its address": (db) => findUser(db, { email: filled.email(N) }),
  "an account by its phone": (db) => findUser(db, { phone: "447700900123" }),
  "list all accounts": (db) =>
    listUsers(db, { limit: 50, offset: 0, filter: "", isOldestFirst: false }),
  "stay signed in": (db) =>
    refreshSession(db, {
      sessionId: filled.sessionId(N),
      counter: 0,
      at: AT,
      reuseIntervalS: 10,
      endsOnReuse: true,
      inactivityS: null,
    }),
  "who is calling": (db) => findCurrentUser(db, currentUser),
  "change an account": (db) =>
    findCurrentUserForChange(db, currentUser, { newEmail: "new@shop.example" }),
  "list one's sessions": (db) => listSessions(db, currentUser, { at: AT, inactivityS: 2_592_000 }),
  "export an account": (db) => exportAccount(db, currentUser),
  "erase an account": (db) =>
    eraseAccount(db, {
      userId: filled.userId(ENDED),
      sessionId: null,
      event: {
        id: "evt_erased",
        type: "AccountErased",
        version: 1,
        occurredAt: AT,
        actor: system,
        correlationId: "req_new",
        data: { userId: filled.userId(ENDED), by: "owner", left: "nameless_row" },
      },
    }),
  "a user's brief": (db) => findBrief(db, reader),
  "a user's material": (db) => listMaterial(db, reader),
  "an upload of a user": (db) =>
    findOwnUpload(db, { user: reader, mediaId: `med_bus_${filled.userId(N)}` }),
  "an upload": (db) => findUpload(db, `med_bus_${filled.userId(N)}`),
  "a file to check": (db) => findMedia(db, `med_bus_${filled.userId(N)}`),
  "files whose objects go": (db) => listRemovedMedia(db, 500),
  "a user's calendar": (db) => findCalendar(db, reader),
  "a post's comments": (db) => listComments(db, `pst_bus_${filled.userId(N)}`, null, "customer"),
  "the comments of a user's post": (db) =>
    listCommentsOfUser(db, reader, `pst_bus_${filled.userId(N)}`, null),
  "comments to answer": (db) => listUnansweredComments(db, MINE, AT),
  "comments to mail": (db) => listDueComments(db, { before: AT, limit: 100 }),
  "comments that an email tells of": (db) => findAnnouncedComments(db, filled.eventId(N)),
  "posts to remind of": (db) => listDueReminders(db, "decide", { at: AT, limit: 100 }),
  "posts that have missed their hour": (db) =>
    listDueReminders(db, "missed", { at: AT, limit: 100 }),
  "posts that are late": (db) => listDueReminders(db, "late", { at: AT, limit: 100 }),
  "posts of a reminder": (db) =>
    listRemindedPosts(db, "decide", [{ postId: `pst_bus_${filled.userId(N)}`, version: 1 }]),
  "decisions to mail": (db) => listDueDecisions(db, { before: AT, limit: 100 }),
  "changes that were asked for": (db) =>
    findRequestedChanges(db, { postId: `pst_bus_${filled.userId(N)}`, version: 1 }),
  "decisions that an email tells of": (db) => findReceipt(db, filled.eventId(N), "owner"),
  "who reads of a trial's comments": (db) =>
    findTrialReader(db, {
      enquiryId: "sub_none",
      postIds: [`pst_bus_${filled.userId(N)}`],
      at: AT,
    }),
  "a user's reports": (db) => findReports(db, reader, null),
  "a report of an emailed link": (db) =>
    findReport(db, { id: `rep_bus_${filled.userId(N)}`, since: MONTH_AGO }),
  "what the email about a report says": (db) =>
    findPublishedReport(db, `rep_bus_${filled.userId(N)}`),
  "what an approver's link shows": (db) =>
    findReview(db, { tokenHash: filled.approvalTokenHash(N), at: AT }),
  "whose approver ends the emails": (db) => findApproverOwner(db, `apr_bus_${filled.userId(N)}`),
  "whom an approver's email is for": (db) => findApprovalRequest(db, `apl_bus_${filled.userId(N)}`),
  "a picture in an approver's email": (db) =>
    isLinkAlive(db, { id: `apl_bus_${filled.userId(N)}`, at: AT }),
  operators: (db) => listOperators(db),
  "an account manager's photo": (db) => findPhoto(db, "pho_none"),
  "a customer's account manager": (db) => findAccountManager(db, filled.userId(N)),
  "customers without an account manager": (db) => listUnassignedCustomers(db),
  "the dashboard's orders": (db) => listUserOrders(db, reader),
  "purchases that an account may claim": (db) => listUnclaimedPurchases(db, reader),
  "erased customers": (db) => listErasedCustomers(db),
  "the last mail to an erased account": (db) => findErasedAddress(db, NEW_ID),
  "guests who never bought": (db) => listUnusedCustomers(db, { now: new Date(NOW_MS), limit: 100 }),
  "refused mails": (db) => listRefusals(db),
  "what the edge answered": listEdgeRequests,
  "the invoice of a mail": (db) => findInvoice(db, "in_1"),
  "one of a user's orders": (db) => findUserOrder(db, reader, "in_1"),
  "a user's subscription by id": (db) =>
    findUserSubscription(db, reader, { id: filled.subscriptionId(N) }),
  "a user's open or newest subscription": (db) =>
    findUserSubscription(db, reader, { addressHash: createAddressHash("key") }),
  "a user's subscription at Stripe": (db) => findUserSubscription(db, reader, { isAtStripe: true }),
  "what an owner wants of the provider": (db) => findOpenRequests(db, filled.subscriptionId(N)),
  "a customer's payment pages": (db) => listOpenCheckoutSessions(db, filled.customerId(N)),
  "whether an enquiry is a repeat": (db) => isKnownEnquiry(db, NEW_ID),
  "an enquiry's mails": (db) => listEnquiries(db, [filled.submissionId(N)], 20),
  "when the last digest of enquiries ended": findDigestEnd,
  "the enquiries of a digest": (db) =>
    listDigestedEnquiries(db, { since: at(-1), until: AT }, { teamMailsPerHour: 20, limit: 100 }),
  "a payment page": (db) => findCheckoutSession(db, "cs_none"),
  "an order's credit notes": (db) => listCreditNotes(db, filled.orderId(N)),
  "the account of a mail's link": (db) => findMailLink(db, { linkHash: "none", at: AT }),
  "what a security notice tells of": (db) => findNoticedMethod(db, { eventId: NEW_ID, since: AT }),
  "sign-in methods that a user added": (db) => listAddedMethods(db, currentUser, AT),
  "whether a buyer may come back with a code": (db) =>
    canUseComebackCode(db, { kind: "account", ...currentUser }, AT),
  "what differs from Stripe": (db) =>
    findDrifts(db, SAVED_CUSTOMER, NOTHING_AT_STRIPE, new Date(AT)),
  "what became of a purchase": (db) =>
    findPurchase(db, { subscriptionId: filled.subscriptionId(N), viewerId: filled.userId(N) }),
  "begin a checkout": (db) =>
    startCheckout(db, {
      id: "chk_1",
      buyer: { kind: "account", ...currentUser },
      basketHash: "hash",
      priceIds: ["tidepost_plus_monthly"],
      at: AT,
      expiresAt: TOMORROW,
      conversion: null,
    }),
  "begin a checkout as a guest": (db) =>
    startCheckout(db, {
      id: "chk_2",
      buyer: { kind: "guest", guestKey: randomUUID() },
      basketHash: "hash",
      priceIds: ["tidepost_plus_monthly"],
      at: AT,
      expiresAt: TOMORROW,
      conversion: null,
    }),
  "read a customer anew": (db) =>
    findBillingState(db, { customerId: filled.customerId(N), stripeEventId: "evt_1" }),
  "what came after an event": (db) =>
    listLaterFacts(db, [filled.eventId(N)], ["SubscriptionResumed", "SubscriptionEnded"]),
  "whom a mail is for": (db) => listCustomerContacts(db, [filled.customerId(N)]),
  "conversion data of a purchase": (db) =>
    getPurchaseConversion(db, {
      customerId: filled.customerId(N),
      subscriptionId: filled.subscriptionId(N),
      checkoutId: `chk_filled_${N}`,
    }),
  "whose account it is": (db) => listUserContacts(db, [filled.userId(N)]),
  "where the nightly check stands": (db) => findDriftCheck(db, "nightly"),
  "a page of the nightly check": (db) =>
    listSavedCustomers(db, { after: filled.customerId(N), limit: 100 }),
  "what the nightly check does not know": (db) =>
    listUnsavedSubscriptions(db, [
      { subscriptionId: filled.subscriptionId(N), customerId: filled.customerId(N) },
      { subscriptionId: "sub_unknown", customerId: filled.customerId(N) },
    ]),
  "cards that run out": (db) => listExpiringCards(db, { year: 2_028, month: 3, limit: 100 }),
  "customer of an account": (db) => findAccountCustomer(db, filled.userId(N)),
  "a subscription": (db) => findSubscriptionById(db, filled.subscriptionId(N)),
  "announced prices": (db) => listDuePriceChanges(db, filled.subscriptionId(N)),
  "old prices": (db) =>
    listOutdatedPrices(db, {
      prices: PLANS.map(({ priceId, pricePence: pence }) => ({
        priceId,
        stripePriceId: `price_${priceId}`,
        pence: pence + 1,
      })),
      after: filled.subscriptionId(N),
      limit: 100,
    }),
  "overdue payments": (db) => listOverduePayments(db, { at: AT, limit: 100 }),
  "a promise": (db) => findPromise(db, N),
  "open promises": async (db) => {
    for (const isLate of [true, false]) await listOpenPromises(db, { at: AT, isLate, limit: 200 });
  },
  "kept promises": (db) => listKeptPromises(db, { since: MONTH_AGO, limit: 200 }),
  "promises of an event": (db) => listPromisesOfEvent(db, filled.eventId(N)),
  "the figures of promises": (db) => getPromiseFigures(db, { since: MONTH_AGO, at: AT }),
  "how many promises are late": countLatePromises,
  "whom promises are about": (db) => listNamedPromises(db, [N]),
  "an account manager's day": (db) =>
    getMorningWork(db, { managerId: null, day: AT.slice(0, 10), now: AT }),
  "an account manager's days off": (db) =>
    getWeekendWork(db, { managerId: null, from: AT.slice(0, 10), until: AT.slice(0, 10) }),
  "a post to stop": (db) => findPostToStop(db, `pst_bus_${filled.userId(N)}`),
  "trials of customers": (db) => listTrialsToAdopt(db, 100),
  "an account manager's address": (db) => findManagerEmail(db, filled.userId(N)),
  "promises of a post to open again": (db) =>
    reopenPromisesOfPost(db, { postId: `pst_bus_${filled.userId(N)}`, at: AT }),
  "reports to promise": (db) => startReportPromises(db, { at: AT, limit: 100 }),
  "promises to warn of": (db) => listDuePromises(db, { at: AT, limit: 100 }),
  "take what is due": (db) => claimDueEvents(db, 200),
  "dispatch an event": (db) => listEventsById(db, [filled.eventId(N)]),
  "begin an effect": (db) =>
    startEffects(db, {
      requested: [{ eventId: filled.eventId(N), effect: "send-billing-mail" }],
      worker: "filled",
    }),
  "attempts of an event": (db) => listAttempts(db, [filled.eventId(N)]),
  "how much waits": getBacklog,
  "what needs a person": (db) =>
    claimAlerts(db, {
      at: AT,
      channels: ["email"],
      queues: { "send-billing-mail": "email" },
      queueRefusal: null,
      edgeRefusal: null,
    }),
  "who has an alert": (db) => acknowledgeAlert(db, { cause: "outbox", by: "Rosa", at: AT }),
  "what operators were told of": (db) => countOpenAlerts(db),
  "alerts that a channel has not sent": (db) => claimDeliveries(db, { at: AT, channel: "email" }),
  "what a channel told": (db) =>
    finishDeliveries(db, { channel: "email", claimedAt: AT, error: null }),
  "a heartbeat that fails": (db) => recordHeartbeat(db, { at: AT, error: "answered 500" }),
  "what the last check of the invariants found": listInvariantChecks,
  ...Object.fromEntries(
    (Object.keys(INVARIANTS) as Invariant[]).map((invariant) => [
      `whether ${invariant}`,
      (db: Db) => checkInvariant(db, invariant, AT),
    ]),
  ),
  "open a page": (db) => addPageView(db, { path: "/", isVisit: true }, AT.slice(0, 10)),
  "the ops console's overview": (db) => getOverview(db, AT),
  "the ops console's funnel": (db) => getFunnel(db, MONTH_AGO.slice(0, 10)),
  "the ops console's figures by week": (db) => listWeeklyFigures(db, { now: AT, weeks: 13 }),
  "the ops console's recurring revenue": getRecurringRevenue,
  "the ops console's figures of a month": (db) => getRetentionCounts(db, MONTH_AGO),
  "a request for money back": (db) => findRefundRequest(db, filled.refundRequestId(N)),
  "a customer's second steps": (db) => listSecondSteps(db, filled.userId(N)),
  "who booked a call": (db) => findCaller(db, filled.email(N)),
  "what an operator could refund": (db) => findRefundable(db, filled.subscriptionId(N)),
  "why an operator said no": (db) => findDeclineReason(db, filled.refundRequestId(N)),
  "the disputes of a customer": (db) => listDisputes(db, [filled.customerId(N)]),
  "whom an event is about": (db) => findCustomerOfEvent(db, filled.eventId(N)),
  "open the ops console": (db) => findOpsSession(db, currentUser),
  "the ops console's list": (db) => listEvents(db, LIST),
  "the ops console's next page": (db) =>
    listEvents(db, { ...LIST, before: { occurredAt: AT, id: filled.eventId(N) } }),
  "the ops console's list of a day": (db) => listEvents(db, { ...LIST, from: DAY, to: DAY }),
  "the ops console's list of what was replayed": (db) =>
    listEvents(db, { ...LIST, search: { kind: "replayed" } }),
  "the ops console's list of a type": (db) =>
    listEvents(db, { ...LIST, type: "CheckoutCompleted" }),
  "the ops console's list of an effect and error": (db) =>
    listEvents(db, { ...LIST, effect: "send-billing-mail", error: "MailRejected" }),
  "whom events are about": (db) =>
    listEventPeople(db, [
      { aggregateType: "customer", aggregateId: filled.customerId(N) },
      { aggregateType: "user", aggregateId: filled.userId(N) },
    ]),
  "events of requests": (db) => listEventsOfRequests(db, [filled.correlationId(N), "req_none"]),
  "routine that a page leaves out": (db) =>
    countHiddenEvents(db, LIST, { newest: null, oldest: DAY, limit: 1_000 }),
  "kinds of failures": (db) => listFailures(db, LIST),
  "how many events a bulk replay would replay": (db) => countFailedEvents(db, LIST),
  "a bulk replay": (db) => findBulkReplay(db, "brp_1"),
  "bulk replays": (db) => listBulkReplays(db, 10),
  "events of bulk replays": (db) => claimBulkReplayEvents(db, 25),
  "the ops console's list of a rare type": (db) =>
    listEvents(db, { ...LIST, type: "RefundIssued" }),
  ...Object.fromEntries(
    EVENT_STATES.map((state) => [
      `the ops console's list of what is ${state}`,
      (db: Db) => listEvents(db, { ...LIST, state }),
    ]),
  ),
  ...Object.fromEntries(
    [
      filled.eventId(N),
      filled.correlationId(N),
      filled.customerId(N),
      filled.subscriptionId(N),
      filled.orderId(N),
    ].map((id) => [
      `the ops console's search for ${id}`,
      (db: Db) => listEvents(db, { ...LIST, search: { kind: "id", id } }),
    ]),
  ),
  "the ops console's search for an address": (db) =>
    listEvents(db, { ...LIST, search: { kind: "email", email: filled.email(N) } }),
  "the ops console's search for a name": (db) =>
    listEvents(db, { ...LIST, search: { kind: "name", name: "grace hop" } }),
  "the ops console's search for requests to decide": (db) =>
    listEvents(db, { ...LIST, search: { kind: "undecided_refunds" } }),
  "subscriptions of one address": (db) =>
    recordSecondSubscriptions(
      db,
      {
        makeId: (kind) => makeId(kind, NOW_MS, randomBytes(ID_RANDOM_BYTES)),
        now: () => new Date(AT),
        correlationId: null,
      },
      filled.subscriptionId(N),
    ),
  "a buyer's history": (db) => findBuyerHistory(db, { kind: "account", ...currentUser }, AT),
  "a returning customer": (db) => isReturningCustomer(db, filled.subscriptionId(N)),
  "the ops console's counts": (db) => countAttention(db, { limit: 100, now: AT }),
  ...Object.fromEntries(
    [null, ...CUSTOMER_STATES].flatMap((state) =>
      [null, { since: at(-365 * 24), id: filled.subscriptionId(N) }].map((before) => [
        `a list of ${state ?? "all"} customers, ${before === null ? "the newest" : "a year back"}`,
        (db: Db) => listCustomers(db, { ...EVERYBODY, state, before }, LISTED),
      ]),
    ),
  ),
  "a list of customers of a plan": (db) =>
    listCustomers(
      db,
      { ...EVERYBODY, priceId: PLAN.starter.priceId ?? "", state: "ending" },
      LISTED,
    ),
  "a list of customers of an account manager": (db) =>
    listCustomers(db, { ...EVERYBODY, managerId: filled.userId(N) }, LISTED),
  "find a customer by address": (db) => searchCustomers(db, filled.email(N)),
  "find a customer by name": (db) => searchCustomers(db, "grace hop"),
  "find a customer by their business": (db) => searchCustomers(db, `bakery ${String(N)}`),
  "find a customer by an order": (db) => searchCustomers(db, filled.orderId(N)),
  "find a customer by their account": (db) => searchCustomers(db, filled.userId(N)),
  "a customer's page": (db) => findCustomerHistory(db, filled.userId(N)),
  "whom posts are proposed to": (db) => findContentCustomer(db, filled.userId(N)),
  "whom posts of a free trial are proposed to": (db) =>
    findContentCustomer(db, filled.submissionId(N)),
  "a user's posts": (db) => listPostsOfCustomer(db, filled.userId(N), "2000-01-01"),
  "files of a customer": (db) => listMaterialOfCustomer(db, filled.userId(N)),
  "a post": (db) => findPost(db, `pst_bus_${filled.userId(N)}`),
  ...Object.fromEntries(
    DESK_STATES.map((state) => [
      `posts of the desk: ${state}`,
      (db: Db) => listDesk(db, { state, filter: MINE, now: AT }, { after: null, limit: 20 }),
    ]),
  ),
  "the neighbours of a post": (db) =>
    findNeighbours(
      db,
      { state: "waiting", filter: MINE, now: AT },
      {
        plannedOn: AT.slice(0, 10),
        plannedTime: "18:00",
        id: `pst_bus_${filled.userId(N)}`,
      },
    ),
  "clients of the desk": (db) => listDeskClients(db, MINE, AT.slice(0, 10)),
  "drafts of a month": (db) => listDrafts(db, filled.userId(N), { month: AT.slice(0, 7) }),
  "where files are used": (db) => listUses(db, filled.userId(N)),
  "due reports": (db) => listDueReports(db, AT),
  "a report to write": (db) => findReportWork(db, { userId: filled.userId(N), number: 1, now: AT }),
  "a submitted brief": (db) => findSubmittedBrief(db, filled.userId(N)),
  "a guest's page": (db) => findCustomerHistory(db, filled.customerId(N)),
  "the page of a visitor who only enquired": (db) =>
    findCustomerHistory(db, filled.submissionId(N)),
  "addresses that bounced": (db) => listUndeliverableAddresses(db, [filled.linkHash(N)]),
  "an event's trace": (db) => findTrace(db, filled.eventId(N)),
  "an event's page": (db) => findEventRecord(db, filled.eventId(N)),
  "whether a restored database runs": (db) => findUse(db, AT),
  "events with effects to come": (db) => listOpenEventIds(db),
  "all files": (db) => listFiles(db),
  ...Object.fromEntries(
    EXPIRED_KINDS.map((kind) => [
      `clean up ${kind.replaceAll("_", " ")}`,
      (db: Db) => deleteExpiredAccounts(db, kind, { now: new Date(AT), limit: 500 }),
    ]),
  ),
  ...Object.fromEntries(
    EXPIRED_RECORD_KINDS.map((kind) => [
      `clean up ${kind.replaceAll("_", " ")}`,
      (db: Db) => deleteExpiredRecords(db, kind, { now: new Date(AT), limit: 500 }),
    ]),
  ),
};

/** Queries that have to read a large part of a big table. */
export const MAY_SCAN: Readonly<Record<string, string>> = {
  "the ops console's figures by week": "a page of figures, of all that began or ended in its weeks",
  "the ops console's recurring revenue": "a sum over all customers who pay",
  "due reports": "the operators' list, of all customers who pay",
  "clean up outdated businesses":
    "whether one is outdated depends on its subscriptions; it runs once a night",
  "reports to promise": "whether one is owed depends on earlier ones; it runs once an hour",
  "all files": "once after a restore, of all that R2 has",
  "list all accounts": "the admin API answers with a count of all accounts; no page asks for it",
};
