import { PAYMENT_REMINDER_DAYS } from "#contracts/billing/dunning.ts";
import { toldPriceId } from "#contracts/billing/item-names.ts";
import { planAmong } from "#contracts/billing/plans.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { BillingMailKind } from "../mail/billing-content.ts";
import type { EffectCatalogue } from "../pipeline/effect.ts";
import type { EffectQueue } from "../pipeline/queues.ts";
import {
  sendAccountNotice,
  sendAuthMail,
  sendErasedMail,
  sendPurchaseClaimedMail,
} from "./account-mails.ts";
import {
  applyCancelRequest,
  applyOfferRequest,
  applyResumeRequest,
} from "./apply-subscription-request.ts";
import { withAudit } from "./audit.ts";
import {
  creditNotesOfRefund,
  sendBillingMail,
  sendInvoiceMail,
  sendRefundDeclinedMail,
  sendTeamBillingMail,
} from "./billing-mails.ts";
import {
  sendApprovalMail,
  sendCommentsMail,
  sendDecisionNotice,
  sendDecisionReceipt,
  sendPostReminder,
  sendReportMail,
  sendStoppedMail,
} from "./content-mails.ts";
import {
  announceRenewal,
  checkMaterial,
  expireCheckoutSessions,
  findSecondSubscription,
  openApprovalLinks,
  removeMaterial,
  voidOpenInvoices,
  writeCreditNotes,
  refundDuplicate,
  refundUnderGuarantee,
} from "./delegated-effects.ts";
import type { EffectDeps } from "./effect-deps.ts";
import { sendAutoReply, sendEnquiryDigest, sendTeamNotification } from "./enquiry-mails.ts";
import { reportLeadConversion, reportPurchaseConversion } from "./report-conversions.ts";
import { sendAuthSms } from "./send-auth-sms.ts";
import {
  syncAccount,
  syncCustomerOfStripeEvent,
  syncErasedCustomers,
  syncStripeCustomer,
} from "./sync-stripe-customer.ts";
import {
  sendContentNotification,
  sendErasedStopAlert,
  sendMorningWork,
  sendPromiseAlert,
  sendStopAlert,
  sendWeekendWork,
} from "./team-mails.ts";

export function createEffects(deps: EffectDeps) {
  const endedMail = ({
    reason,
    hasEndedUnpaid,
  }: EventOf<"SubscriptionEnded">["data"]): BillingMailKind => {
    if (reason === "never_paid") return "never-begun";
    return hasEndedUnpaid ? "ended-unpaid" : "ended";
  };
  return withAudit({
    AccountCreated: {},
    AccountErased: {
      "sync-stripe-customer": syncErasedCustomers(deps),
      "remove-material": removeMaterial(deps),
      "send-erased-mail": sendErasedMail(deps, "account-erased"),
      "send-stop-alert": {
        ...sendErasedStopAlert(deps),
        when: ({ data }) => data.scheduled !== undefined,
      },
    },
    AccountManagerAssigned: {},
    ApprovalRequested: { "send-approval-mail": sendApprovalMail(deps) },
    ApproverAdded: {},
    ApproverRemoved: {},
    AccountEmailRefused: {},
    AuthMailRequested: { "send-auth-mail": sendAuthMail(deps) },
    AuthSmsRequested: { "send-auth-sms": sendAuthSms(deps) },
    BillingChecked: {},
    BillingDriftFound: { "sync-stripe-customer": syncStripeCustomer(deps) },
    BriefSubmitted: { "send-content-notification": sendContentNotification(deps) },
    CallArranged: {},
    CallBooked: {},
    CallCancelled: {},
    CallHeld: {},
    StripeEventReceived: {
      "sync-stripe-customer": syncCustomerOfStripeEvent(deps),
      "announce-renewal": announceRenewal(deps),
    },
    CardExpiring: { "send-billing-mail": sendBillingMail(deps, "card-expiring") },
    CheckoutCompleted: {
      // The team books what is no plan: its mail promises no posts.
      "send-billing-mail": sendBillingMail(deps, ({ priceIds }) =>
        planAmong(priceIds.map(toldPriceId)) === null ? "service-booked" : "welcome",
      ),
      "send-team-billing-mail": sendTeamBillingMail(deps, async ({ subscriptionId }) =>
        (await deps.isReturningCustomer(subscriptionId)) ? "sale-again" : "sale",
      ),
      "find-second-subscription": findSecondSubscription(deps),
      "expire-checkout-sessions": expireCheckoutSessions(deps),
      "report-purchase-conversion": reportPurchaseConversion(deps),
    },
    CommentsAnnounced: { "send-comments-mail": sendCommentsMail(deps) },
    ContactSubmitted: {
      "send-team-notification": {
        ...sendTeamNotification(deps),
        // Who asks for a sample month has been told that nobody else uses the address.
        when: ({ data }) => data.formType !== "sample-month",
      },
      "send-auto-reply": sendAutoReply(deps),
      "report-lead-conversion": reportLeadConversion(deps),
    },
    CustomerContacted: {},
    DecisionsAnnounced: {
      "send-decision-receipt": sendDecisionReceipt(deps),
      "send-decision-notice": sendDecisionNotice(deps),
    },
    DuplicateSubscriptionFound: {
      "refund-and-cancel": refundDuplicate(deps),
      "send-billing-mail": sendBillingMail(deps, "duplicate"),
      "send-team-billing-mail": sendTeamBillingMail(deps, "duplicate"),
    },
    EnquiriesDigested: { "send-enquiry-digest": sendEnquiryDigest(deps) },
    EnquiryAnswered: {},
    ErasedPostsStopped: {},
    FreshApprovalLinkRequested: { "open-approval-links": openApprovalLinks(deps) },
    InvoicePaid: { "send-invoice-mail": sendInvoiceMail(deps) },
    MaterialUploaded: { "check-material": checkMaterial(deps) },
    MorningWorkListed: { "send-morning-work": sendMorningWork(deps) },
    EmailChanged: {
      "sync-stripe-customer": syncAccount(deps),
      "send-account-notice": sendAccountNotice(deps, () => "email-changed"),
      "send-erased-mail": sendErasedMail(deps, "email-removed"),
    },
    PasswordChanged: { "send-account-notice": sendAccountNotice(deps, () => "password-changed") },
    PaymentFailed: {
      "send-billing-mail": sendBillingMail(deps, ({ isInvoiced }) =>
        isInvoiced === true ? "invoice-overdue" : "payment-failed",
      ),
    },
    PaymentOverdue: {
      "send-billing-mail": sendBillingMail(deps, ({ day, isInvoiced }) => {
        if (isInvoiced === true) return "invoice-overdue";
        return day === PAYMENT_REMINDER_DAYS.at(-1) ? "payment-last-reminder" : "payment-reminder";
      }),
    },
    PaymentRecovered: {
      "send-billing-mail": sendBillingMail(deps, ({ paidPence }) =>
        paidPence === null ? "payment-marked-paid" : "payment-recovered",
      ),
    },
    PaymentWaived: { "send-billing-mail": sendBillingMail(deps, "payment-waived") },
    PostApprovalUndone: {},
    PostApproved: {},
    PostChangesRequested: { "send-content-notification": sendContentNotification(deps) },
    PostCommented: {},
    PostProposed: { "open-approval-links": openApprovalLinks(deps) },
    PostPublished: {},
    PostScheduled: {},
    PostsReminded: { "send-post-reminder": sendPostReminder(deps) },
    PostStopped: { "send-stopped-mail": sendStoppedMail(deps) },
    PostStopRequested: { "send-stop-alert": sendStopAlert(deps) },
    PostWithdrawn: {},
    PriceChangeAnnounced: {
      "send-billing-mail": sendBillingMail(deps, ({ lastPence, duePence }) =>
        lastPence === duePence ? "price-kept" : "price-change",
      ),
    },
    PromiseDue: { "send-promise-alert": sendPromiseAlert(deps) },
    PromiseMissed: { "send-promise-alert": sendPromiseAlert(deps) },
    PromisesAnnounced: { "send-promise-alert": sendPromiseAlert(deps) },
    PurchaseClaimed: {
      "sync-stripe-customer": syncStripeCustomer(deps),
      "send-purchase-claimed-mail": sendPurchaseClaimedMail(deps),
    },
    RefundApproved: {
      "refund-and-cancel": refundUnderGuarantee(deps),
      "send-team-billing-mail": {
        ...sendTeamBillingMail(deps, "refund-granted"),
        when: ({ actor }) => actor.kind === "user",
      },
    },
    RefundDeclined: { "send-refund-declined-mail": sendRefundDeclinedMail(deps) },
    RefundDisputed: {
      "send-billing-mail": sendBillingMail(deps, "refund-disputed"),
      "send-team-billing-mail": sendTeamBillingMail(deps, "refund-disputed"),
    },
    RefundFailed: {
      "send-billing-mail": sendBillingMail(deps, "refund-failed"),
      "send-team-billing-mail": sendTeamBillingMail(deps, "refund-failed"),
    },
    RefundIssued: {
      "send-billing-mail": sendBillingMail(
        deps,
        ({ isAutomatic }) => (isAutomatic ? "guarantee-refunded" : "refunded"),
        (event) => creditNotesOfRefund(deps, event),
      ),
      "write-credit-notes": writeCreditNotes(deps),
    },
    RefundRequested: {
      "send-billing-mail": sendBillingMail(deps, "refund-requested"),
      "send-team-billing-mail": sendTeamBillingMail(deps, "refund-requested"),
    },
    RenewalAnnounced: { "send-billing-mail": sendBillingMail(deps, "renewal") },
    ScheduleFailed: {},
    ReportPublished: { "send-report-mail": sendReportMail(deps) },
    RetentionApplied: {
      "apply-subscription-request": applyOfferRequest(deps),
      "send-billing-mail": sendBillingMail(deps, ({ resumes }) =>
        resumes ? "retention-resumed" : "retention",
      ),
      "send-team-billing-mail": sendTeamBillingMail(deps, "strategy-call"),
    },
    SecondSubscriptionFound: {
      "send-billing-mail": sendBillingMail(deps, "second-subscription"),
      "send-team-billing-mail": sendTeamBillingMail(deps, "second-subscription"),
    },
    SecurityNoticeRequested: {
      "send-account-notice": sendAccountNotice(deps, ({ data }) => data.notice),
    },
    SubscriptionCancelled: {
      "apply-subscription-request": applyCancelRequest(deps),
      "send-billing-mail": sendBillingMail(deps, ({ isImmediate }) =>
        isImmediate ? "cancelled-at-once" : "cancelled",
      ),
      "send-team-billing-mail": sendTeamBillingMail(deps, "cancelled"),
    },
    SubscriptionChanged: {
      "send-billing-mail": sendBillingMail(deps, "changed"),
      "send-team-billing-mail": sendTeamBillingMail(deps, "changed"),
    },
    SubscriptionChangeScheduled: {
      "send-billing-mail": sendBillingMail(deps, "change-scheduled"),
      "send-team-billing-mail": sendTeamBillingMail(deps, "change-scheduled"),
    },
    SubscriptionChangeWithdrawn: {
      "send-billing-mail": sendBillingMail(deps, "change-withdrawn"),
      "send-team-billing-mail": sendTeamBillingMail(deps, "change-withdrawn"),
    },
    SubscriptionEnded: {
      "void-open-invoices": voidOpenInvoices(deps),
      "send-billing-mail": {
        ...sendBillingMail(deps, endedMail),
        when: ({ data }) => !data.isClaimed,
      },
      "send-team-billing-mail": {
        ...sendTeamBillingMail(deps, "ended"),
        // A cancellation and a claim under the guarantee have been told.
        when: ({ data }) => data.reason !== "requested" && !data.isClaimed,
      },
    },
    SubscriptionRequestRejected: {
      "send-billing-mail": sendBillingMail(deps, ({ request }) => `${request}-refused` as const),
      "send-team-billing-mail": sendTeamBillingMail(deps, "request-refused"),
    },
    SubscriptionResumed: {
      "apply-subscription-request": applyResumeRequest(deps),
      "send-billing-mail": sendBillingMail(deps, "resumed"),
      "send-team-billing-mail": sendTeamBillingMail(deps, "resumed"),
    },
    SubscriptionUnpaid: { "send-billing-mail": sendBillingMail(deps, "unpaid") },
    TrialAdopted: {},
    UpgradeLapsed: { "send-billing-mail": sendBillingMail(deps, "upgrade-lapsed") },
    WebhookUnread: {},
    WeekendWorkListed: { "send-weekend-work": sendWeekendWork(deps) },
  } satisfies EffectCatalogue);
}

type EffectsOf<C> = { [T in keyof C]: keyof C[T] }[keyof C];
export type EffectName = EffectsOf<ReturnType<typeof createEffects>>;

/** The queue of each effect. */
export function queuesOf(effects: EffectCatalogue): Readonly<Record<string, EffectQueue>> {
  return Object.fromEntries(
    Object.values(effects).flatMap((one) =>
      Object.entries(one).flatMap(([name, { queue }]) => (queue === null ? [] : [[name, queue]])),
    ),
  );
}
