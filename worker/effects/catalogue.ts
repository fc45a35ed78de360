import { PAYMENT_REMINDER_DAYS } from "#contracts/billing/dunning.ts";
import { planAmong } from "#contracts/billing/plans.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { ApprovalLinkFacts, DecidedPostFacts, PostFacts } from "#contracts/events/posts.ts";
import type { ContactFacts, PromiseFacts } from "#contracts/events/promises.ts";
import type { RefundFacts, RefundRequestFacts } from "#contracts/events/refunds.ts";
import type { SubscriptionFacts } from "#contracts/events/subscriptions.ts";
import type { BillingMailKind } from "../mail/billing-content.ts";
import type { EffectQueue } from "../pipeline/queues.ts";
import { announceRenewal } from "./announce-renewal.ts";
import {
  applyCancelRequest,
  applyOfferRequest,
  applyResumeRequest,
} from "./apply-subscription-request.ts";
import { audit } from "./audit.ts";
import { checkMaterial } from "./check-material.ts";
import { creditNotesOfRefund } from "./credit-notes-of-refund.ts";
import type { EffectCatalogue, EffectDeps } from "./effect.ts";
import { expireCheckoutSessions } from "./expire-checkout-sessions.ts";
import { findSecondSubscription } from "./find-second-subscription.ts";
import { openApprovalLinks } from "./open-approval-links.ts";
import { refundDuplicate, refundUnderGuarantee } from "./refund-and-cancel.ts";
import { removeMaterial } from "./remove-material.ts";
import { reportLeadConversion } from "./report-lead-conversion.ts";
import { reportPurchaseConversion } from "./report-purchase-conversion.ts";
import { sendAccountNotice } from "./send-account-notice.ts";
import { sendApprovalMail } from "./send-approval-mail.ts";
import { sendAuthMail } from "./send-auth-mail.ts";
import { sendAuthSms } from "./send-auth-sms.ts";
import { sendAutoReply } from "./send-auto-reply.ts";
import { sendBillingMail } from "./send-billing-mail.ts";
import { sendCommentsMail } from "./send-comments-mail.ts";
import { sendContentNotification } from "./send-content-notification.ts";
import { sendDecisionNotice } from "./send-decision-notice.ts";
import { sendDecisionReceipt } from "./send-decision-receipt.ts";
import { sendEnquiryDigest } from "./send-enquiry-digest.ts";
import { sendErasedMail } from "./send-erased-mail.ts";
import { sendInvoiceMail } from "./send-invoice-mail.ts";
import { sendMorningWork } from "./send-morning-work.ts";
import { sendPromiseAlert } from "./send-promise-alert.ts";
import { sendPurchaseClaimedMail } from "./send-purchase-claimed-mail.ts";
import { sendRefundDeclinedMail } from "./send-refund-declined-mail.ts";
import { sendReportMail } from "./send-report-mail.ts";
import { sendTeamBillingMail } from "./send-team-billing-mail.ts";
import { sendTeamNotification } from "./send-team-notification.ts";
import {
  syncAccount,
  syncErasedCustomers,
  syncCustomerOfStripeEvent,
  syncStripeCustomer,
} from "./sync-stripe-customer.ts";
import { voidOpenInvoices } from "./void-open-invoices.ts";
import { writeCreditNotes } from "./write-credit-notes.ts";

export function createEffects(deps: EffectDeps) {
  const endedMail = async ({
    customerId,
    reason,
    hasEndedUnpaid,
  }: EventOf<"SubscriptionEnded">["data"]): Promise<BillingMailKind> => {
    if (reason === "never_paid") return "never-begun";
    if (hasEndedUnpaid) return "ended-unpaid";
    return (await deps.canUseComebackCode(customerId)) ? "ended" : "ended-without-code";
  };
  return {
    AccountCreated: {
      audit: audit((event) => ({ origin: event.data.origin })),
    },
    AccountErased: {
      "sync-stripe-customer": syncErasedCustomers(deps),
      "remove-material": removeMaterial(deps),
      "send-erased-mail": sendErasedMail(deps, "account-erased"),
      audit: audit((event) => ({ by: event.data.by, left: event.data.left })),
    },
    AccountManagerAssigned: {
      audit: audit(({ data }) => ({ managerId: data.managerId ?? "" })),
    },
    ApprovalRequested: {
      "send-approval-mail": sendApprovalMail(deps),
      audit: audit(approvalLinkFacts),
    },
    ApproverAdded: {
      audit: audit((event) => ({ approverId: event.data.approverId })),
    },
    ApproverRemoved: {
      audit: audit((event) => ({ approverId: event.data.approverId })),
    },
    AccountEmailRefused: {
      audit: audit(() => ({})),
    },
    AuthMailRequested: {
      "send-auth-mail": sendAuthMail(deps),
      audit: audit((event) => ({ mail: event.data.mail })),
    },
    AuthSmsRequested: {
      "send-auth-sms": sendAuthSms(deps),
      audit: audit((event) => ({ text: event.data.text, channel: event.data.channel })),
    },
    BillingChecked: {
      audit: audit(({ data: { unknownSubscriptionIds, ...counts } }) => ({
        ...counts,
        unknown: unknownSubscriptionIds.join(" "),
      })),
    },
    BillingDriftFound: {
      "sync-stripe-customer": syncStripeCustomer(deps),
      audit: audit((event) => ({ drifts: event.data.drifts.join(" ") })),
    },
    BriefSubmitted: {
      "send-content-notification": sendContentNotification(deps),
      audit: audit(({ data }) => ({ businessId: data.businessId, version: data.version })),
    },
    CallArranged: {
      audit: audit(contactFacts),
    },
    CallBooked: {
      audit: audit((event) => ({ callId: event.data.callId, startsAt: event.data.startsAt })),
    },
    CallCancelled: {
      audit: audit((event) => ({ callId: event.data.callId })),
    },
    CallHeld: {
      audit: audit((event) => ({ callId: event.data.callId, channel: event.data.channel })),
    },
    StripeEventReceived: {
      "sync-stripe-customer": syncCustomerOfStripeEvent(deps),
      "announce-renewal": announceRenewal(deps),
    },
    CardExpiring: {
      "send-billing-mail": sendBillingMail(deps, "card-expiring"),
      audit: audit(subscriptionFacts),
    },
    CheckoutCompleted: {
      // The team books what is no plan: its mail promises no posts.
      "send-billing-mail": sendBillingMail(deps, ({ priceIds }) =>
        planAmong(priceIds) === null ? "service-booked" : "welcome",
      ),
      "send-team-billing-mail": sendTeamBillingMail(deps, async ({ subscriptionId }) =>
        (await deps.isReturningCustomer(subscriptionId)) ? "sale-again" : "sale",
      ),
      "find-second-subscription": findSecondSubscription(deps),
      "expire-checkout-sessions": expireCheckoutSessions(deps),
      "report-purchase-conversion": reportPurchaseConversion(deps),
      audit: audit(subscriptionFacts),
    },
    CommentsAnnounced: {
      "send-comments-mail": sendCommentsMail(deps),
      audit: audit((event) => ({ by: event.data.by })),
    },
    ContactSubmitted: {
      "send-team-notification": sendTeamNotification(deps),
      "send-auto-reply": sendAutoReply(deps),
      "report-lead-conversion": reportLeadConversion(deps),
      audit: audit((event) => ({ formType: event.data.formType })),
    },
    CustomerContacted: {
      audit: audit(contactFacts),
    },
    DecisionsAnnounced: {
      "send-decision-receipt": sendDecisionReceipt(deps),
      "send-decision-notice": sendDecisionNotice(deps),
      audit: audit((event) => ({ by: event.data.by })),
    },
    DuplicateSubscriptionFound: {
      "refund-and-cancel": refundDuplicate(deps),
      "send-billing-mail": sendBillingMail(deps, "duplicate"),
      "send-team-billing-mail": sendTeamBillingMail(deps, "duplicate"),
      audit: audit(subscriptionFacts),
    },
    EnquiriesDigested: {
      "send-enquiry-digest": sendEnquiryDigest(deps),
      audit: audit(() => ({})),
    },
    EnquiryAnswered: {
      audit: audit((event) => ({ channel: event.data.channel })),
    },
    FreshApprovalLinkRequested: {
      "open-approval-links": openApprovalLinks(deps),
      audit: audit(approvalLinkFacts),
    },
    InvoicePaid: {
      "send-invoice-mail": sendInvoiceMail(deps),
      audit: audit((event) => ({ orderId: event.data.orderId })),
    },
    MaterialUploaded: {
      "check-material": checkMaterial(deps),
      audit: audit((event) => ({ mediaId: event.data.mediaId })),
    },
    MorningWorkListed: {
      "send-morning-work": sendMorningWork(deps),
      audit: audit(({ data }) => ({ managerId: data.managerId ?? "", day: data.day })),
    },
    EmailChanged: {
      "sync-stripe-customer": syncAccount(deps),
      "send-account-notice": sendAccountNotice(deps, () => "email-changed"),
      "send-erased-mail": sendErasedMail(deps, "email-removed"),
      audit: audit(() => ({})),
    },
    PasswordChanged: {
      "send-account-notice": sendAccountNotice(deps, () => "password-changed"),
      audit: audit(() => ({})),
    },
    PaymentFailed: {
      "send-billing-mail": sendBillingMail(deps, ({ isInvoiced }) =>
        isInvoiced === true ? "invoice-overdue" : "payment-failed",
      ),
      audit: audit(subscriptionFacts),
    },
    PaymentOverdue: {
      "send-billing-mail": sendBillingMail(deps, ({ day, isInvoiced }) => {
        if (isInvoiced === true) return "invoice-overdue";
        return day === PAYMENT_REMINDER_DAYS.at(-1) ? "payment-last-reminder" : "payment-reminder";
      }),
      audit: audit((event) => ({ ...subscriptionFacts(event), day: event.data.day })),
    },
    PaymentRecovered: {
      "send-billing-mail": sendBillingMail(deps, ({ paidPence }) =>
        paidPence === null ? "payment-marked-paid" : "payment-recovered",
      ),
      audit: audit(subscriptionFacts),
    },
    PaymentWaived: {
      "send-billing-mail": sendBillingMail(deps, "payment-waived"),
      audit: audit(subscriptionFacts),
    },
    PostApproved: {
      audit: audit(decidedPostFacts),
    },
    PostChangesRequested: {
      "send-content-notification": sendContentNotification(deps),
      audit: audit(decidedPostFacts),
    },
    PostCommented: {
      audit: audit(({ data }) => ({ postId: data.postId, commentId: data.commentId, by: data.by })),
    },
    PostProposed: {
      "open-approval-links": openApprovalLinks(deps),
      audit: audit(({ data }) => ({
        posts: data.posts.map(({ postId, version }) => `${postId}/${version}`).join(" "),
      })),
    },
    PostPublished: {
      audit: audit(postFacts),
    },
    PostWithdrawn: {
      audit: audit(postFacts),
    },
    PriceChangeAnnounced: {
      "send-billing-mail": sendBillingMail(deps, ({ lastPence, duePence }) =>
        lastPence === duePence ? "price-kept" : "price-change",
      ),
      audit: audit((event) => ({
        ...subscriptionFacts(event),
        lastPence: event.data.lastPence,
        duePence: event.data.duePence,
      })),
    },
    PromiseDue: {
      "send-promise-alert": sendPromiseAlert(deps),
      audit: audit(promiseFacts),
    },
    PromiseMissed: {
      "send-promise-alert": sendPromiseAlert(deps),
      audit: audit(promiseFacts),
    },
    PromisesAnnounced: {
      "send-promise-alert": sendPromiseAlert(deps),
      audit: audit(({ data }) => ({
        managerId: data.managerId ?? "",
        promiseIds: data.promiseIds.join(" "),
      })),
    },
    PurchaseClaimed: {
      "sync-stripe-customer": syncStripeCustomer(deps),
      "send-purchase-claimed-mail": sendPurchaseClaimedMail(deps),
      audit: audit((event) => ({ userId: event.data.userId, proof: event.data.proof })),
    },
    RefundApproved: {
      "refund-and-cancel": refundUnderGuarantee(deps),
      "send-team-billing-mail": {
        ...sendTeamBillingMail(deps, "refund-granted"),
        when: ({ actor }) => actor.kind === "user",
      },
      audit: audit(refundRequestFacts),
    },
    RefundDeclined: {
      "send-refund-declined-mail": sendRefundDeclinedMail(deps),
      audit: audit(refundRequestFacts),
    },
    RefundDisputed: {
      "send-billing-mail": sendBillingMail(deps, "refund-disputed"),
      "send-team-billing-mail": sendTeamBillingMail(deps, "refund-disputed"),
      audit: audit(refundRequestFacts),
    },
    RefundFailed: {
      "send-billing-mail": sendBillingMail(deps, "refund-failed"),
      "send-team-billing-mail": sendTeamBillingMail(deps, "refund-failed"),
      audit: audit(refundFacts),
    },
    RefundIssued: {
      "send-billing-mail": sendBillingMail(
        deps,
        ({ isAutomatic }) => (isAutomatic ? "guarantee-refunded" : "refunded"),
        (event) => creditNotesOfRefund(deps, event),
      ),
      "write-credit-notes": writeCreditNotes(deps),
      audit: audit(refundFacts),
    },
    RefundRequested: {
      "send-billing-mail": sendBillingMail(deps, "refund-requested"),
      "send-team-billing-mail": sendTeamBillingMail(deps, "refund-requested"),
      audit: audit(refundRequestFacts),
    },
    RenewalAnnounced: {
      "send-billing-mail": sendBillingMail(deps, "renewal"),
      audit: audit((event) => ({ ...subscriptionFacts(event), duePence: event.data.duePence })),
    },
    ScheduleFailed: {
      audit: audit(({ data }) => ({
        schedule: data.schedule,
        failedIds: data.failedIds.join(" "),
      })),
    },
    ReportPublished: {
      "send-report-mail": sendReportMail(deps),
      audit: audit(({ data }) => ({
        reportId: data.reportId,
        number: data.number,
        revision: data.revision,
      })),
    },
    RetentionApplied: {
      "apply-subscription-request": applyOfferRequest(deps),
      "send-billing-mail": sendBillingMail(deps, ({ resumes }) =>
        resumes ? "retention-resumed" : "retention",
      ),
      "send-team-billing-mail": sendTeamBillingMail(deps, "strategy-call"),
      audit: audit((event) => ({
        ...subscriptionFacts(event),
        percentOff: event.data.percentOff,
        months: event.data.months,
      })),
    },
    SecondSubscriptionFound: {
      "send-billing-mail": sendBillingMail(deps, "second-subscription"),
      "send-team-billing-mail": sendTeamBillingMail(deps, "second-subscription"),
      audit: audit(subscriptionFacts),
    },
    SecurityNoticeRequested: {
      "send-account-notice": sendAccountNotice(deps, ({ data }) => data.notice),
      audit: audit(({ data }) => ({ notice: data.notice })),
    },
    SubscriptionCancelled: {
      "apply-subscription-request": applyCancelRequest(deps),
      "send-billing-mail": sendBillingMail(deps, ({ isImmediate }) =>
        isImmediate ? "cancelled-at-once" : "cancelled",
      ),
      "send-team-billing-mail": sendTeamBillingMail(deps, "cancelled"),
      audit: audit(subscriptionFacts),
    },
    SubscriptionChanged: {
      "send-billing-mail": sendBillingMail(deps, "changed"),
      "send-team-billing-mail": sendTeamBillingMail(deps, "changed"),
      audit: audit(subscriptionFacts),
    },
    SubscriptionChangeScheduled: {
      "send-billing-mail": sendBillingMail(deps, "change-scheduled"),
      "send-team-billing-mail": sendTeamBillingMail(deps, "change-scheduled"),
      audit: audit((event) => ({
        ...subscriptionFacts(event),
        scheduledPriceIds: event.data.scheduledPriceIds.join(" "),
      })),
    },
    SubscriptionChangeWithdrawn: {
      "send-billing-mail": sendBillingMail(deps, "change-withdrawn"),
      "send-team-billing-mail": sendTeamBillingMail(deps, "change-withdrawn"),
      audit: audit(subscriptionFacts),
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
      audit: audit((event) => ({ ...subscriptionFacts(event), reason: event.data.reason })),
    },
    SubscriptionRequestRejected: {
      "send-billing-mail": sendBillingMail(deps, ({ request }) => `${request}-refused` as const),
      "send-team-billing-mail": sendTeamBillingMail(deps, "request-refused"),
      audit: audit((event) => ({ ...subscriptionFacts(event), request: event.data.request })),
    },
    SubscriptionResumed: {
      "apply-subscription-request": applyResumeRequest(deps),
      "send-billing-mail": sendBillingMail(deps, "resumed"),
      "send-team-billing-mail": sendTeamBillingMail(deps, "resumed"),
      audit: audit(subscriptionFacts),
    },
    SubscriptionUnpaid: {
      "send-billing-mail": sendBillingMail(deps, "unpaid"),
      audit: audit(subscriptionFacts),
    },
    UpgradeLapsed: {
      "send-billing-mail": sendBillingMail(deps, "upgrade-lapsed"),
      audit: audit((event) => ({
        ...subscriptionFacts(event),
        lapsedPriceIds: event.data.lapsedPriceIds.join(" "),
      })),
    },
  } satisfies EffectCatalogue;
}

type EffectsOf<C> = { [T in keyof C]: keyof C[T] }[keyof C];
export type EffectName = EffectsOf<ReturnType<typeof createEffects>>;

function subscriptionFacts({ data }: { data: SubscriptionFacts }) {
  return { subscriptionId: data.subscriptionId, priceIds: data.priceIds.join(" ") };
}

function contactFacts({ data }: { data: ContactFacts }) {
  return { subscriptionId: data.subscriptionId, channel: data.channel };
}

function promiseFacts({ data }: { data: PromiseFacts }) {
  return { promiseId: data.promiseId, rule: data.rule, dueAt: data.dueAt };
}

function postFacts({ data }: { data: PostFacts }) {
  return { postId: data.postId, version: data.version };
}

function decidedPostFacts({ data }: { data: DecidedPostFacts }) {
  const { postId, version, contentHash, approverId, via } = data;
  return { postId, version, contentHash, via, ...(approverId !== null && { approverId }) };
}

function approvalLinkFacts({ data }: { data: ApprovalLinkFacts }) {
  return { linkId: data.linkId };
}

function refundRequestFacts({ data }: { data: RefundRequestFacts }) {
  return { refundRequestId: data.refundRequestId, amountPence: data.amountPence };
}

function refundFacts({ data }: { data: RefundFacts }) {
  return { orderId: data.orderId, amountPence: data.amountPence };
}

/** The queue of each effect. */
export function queuesOf(effects: EffectCatalogue): Readonly<Record<string, EffectQueue>> {
  return Object.fromEntries(
    Object.values(effects).flatMap((one) =>
      Object.entries(one).flatMap(([name, { queue }]) => (queue === null ? [] : [[name, queue]])),
    ),
  );
}
