import type { RefundFacts, RefundRequestFacts } from "#contracts/events/refunds.ts";
import type { SubscriptionFacts } from "#contracts/events/subscription-transitions.ts";
import {
  applyCancelRequest,
  applyOfferRequest,
  applyResumeRequest,
} from "./apply-subscription-request.ts";
import { audit } from "./audit.ts";
import type { EffectCatalogue, EffectDeps } from "./effect.ts";
import { expireCheckoutSessions } from "./expire-checkout-sessions.ts";
import { refundDuplicate, refundUnderGuarantee } from "./refund-and-cancel.ts";
import { reportLeadConversion } from "./report-lead-conversion.ts";
import { reportPurchaseConversion } from "./report-purchase-conversion.ts";
import { sendAuthMail } from "./send-auth-mail.ts";
import { sendAuthSms } from "./send-auth-sms.ts";
import { sendAutoReply } from "./send-auto-reply.ts";
import { sendBillingMail, sendTeamBillingMail } from "./send-billing-mail.ts";
import { sendPasswordChangedMail } from "./send-password-changed-mail.ts";
import { sendTeamNotification } from "./send-team-notification.ts";
import { syncCustomerOfStripeEvent, syncStripeCustomer } from "./sync-stripe-customer.ts";

export function createEffects(deps: EffectDeps): EffectCatalogue {
  return {
    AccountCreated: {
      audit: audit((event) => ({ origin: event.data.origin })),
    },
    AccountErased: {
      audit: audit((event) => ({ by: event.data.by, left: event.data.left })),
    },
    AuthMailRequested: {
      "auth-mail": sendAuthMail(deps),
      audit: audit((event) => ({ mail: event.data.mail })),
    },
    AuthSmsRequested: {
      "auth-sms": sendAuthSms(deps),
      audit: audit((event) => ({ text: event.data.text, channel: event.data.channel })),
    },
    BillingChecked: {
      audit: audit((event) => event.data),
    },
    BillingDriftFound: {
      "billing-sync": syncStripeCustomer(deps),
      audit: audit((event) => ({ drifts: event.data.drifts.join(" ") })),
    },
    StripeEventReceived: {
      "billing-sync": syncCustomerOfStripeEvent(deps),
    },
    CardExpiring: {
      "customer-mail": sendBillingMail(deps, "card-expiring"),
      audit: audit(subscriptionFacts),
    },
    CheckoutCompleted: {
      "welcome-mail": sendBillingMail(deps, "welcome"),
      "team-mail": sendTeamBillingMail(deps, "sale"),
      "expire-checkout-sessions": expireCheckoutSessions(deps),
      "purchase-conversion": reportPurchaseConversion(deps),
      audit: audit(subscriptionFacts),
    },
    ContactSubmitted: {
      "team-mail": sendTeamNotification(deps),
      "auto-reply": sendAutoReply(deps),
      "lead-conversion": reportLeadConversion(deps),
      audit: audit((event) => ({ formType: event.data.formType })),
    },
    DuplicateSubscriptionFound: {
      "duplicate-refund": refundDuplicate(deps),
      "customer-mail": sendBillingMail(deps, "duplicate"),
      "team-mail": sendTeamBillingMail(deps, "duplicate"),
      audit: audit(subscriptionFacts),
    },
    PasswordChanged: {
      "password-changed-mail": sendPasswordChangedMail(deps),
      audit: audit(() => ({})),
    },
    PaymentFailed: {
      "customer-mail": sendBillingMail(deps, "payment-failed"),
      audit: audit(subscriptionFacts),
    },
    PaymentRecovered: {
      "customer-mail": sendBillingMail(deps, "payment-recovered"),
      audit: audit(subscriptionFacts),
    },
    PurchaseClaimed: {
      "billing-sync": syncStripeCustomer(deps),
      audit: audit((event) => ({ userId: event.data.userId, proof: event.data.proof })),
    },
    RefundApproved: {
      "guarantee-refund": refundUnderGuarantee(deps),
      audit: audit(refundRequestFacts),
    },
    RefundDeclined: {
      "customer-mail": sendBillingMail(deps, "refund-declined"),
      audit: audit(refundRequestFacts),
    },
    RefundFailed: {
      "team-mail": sendTeamBillingMail(deps, "refund-failed"),
      audit: audit(refundFacts),
    },
    RefundIssued: {
      "customer-mail": sendBillingMail(deps, "refunded"),
      audit: audit(refundFacts),
    },
    RefundRequested: {
      "customer-mail": sendBillingMail(deps, "refund-requested"),
      "team-mail": sendTeamBillingMail(deps, "refund-requested"),
      audit: audit(refundRequestFacts),
    },
    RetentionApplied: {
      "apply-subscription-request": applyOfferRequest(deps),
      "customer-mail": sendBillingMail(deps, ({ resumes }) =>
        resumes ? "retention-resumed" : "retention",
      ),
      "team-mail": sendTeamBillingMail(deps, "strategy-call"),
      audit: audit((event) => ({
        ...subscriptionFacts(event),
        percentOff: event.data.percentOff,
        months: event.data.months,
      })),
    },
    SubscriptionCancelled: {
      "apply-subscription-request": applyCancelRequest(deps),
      "customer-mail": sendBillingMail(deps, ({ isImmediate }) =>
        isImmediate ? "cancelled-at-once" : "cancelled",
      ),
      audit: audit(subscriptionFacts),
    },
    SubscriptionChanged: {
      "customer-mail": sendBillingMail(deps, "changed"),
      audit: audit(subscriptionFacts),
    },
    SubscriptionChangeScheduled: {
      "customer-mail": sendBillingMail(deps, "change-scheduled"),
      audit: audit((event) => ({
        ...subscriptionFacts(event),
        scheduledPriceIds: event.data.scheduledPriceIds.join(" "),
      })),
    },
    SubscriptionChangeWithdrawn: {
      "customer-mail": sendBillingMail(deps, "change-withdrawn"),
      audit: audit(subscriptionFacts),
    },
    SubscriptionEnded: {
      "customer-mail": sendBillingMail(deps, "ended"),
      audit: audit((event) => ({ ...subscriptionFacts(event), reason: event.data.reason })),
    },
    SubscriptionRequestRejected: {
      "customer-mail": sendBillingMail(deps, ({ request }) => `${request}-refused` as const),
      "team-mail": sendTeamBillingMail(deps, "request-refused"),
      audit: audit((event) => ({ ...subscriptionFacts(event), request: event.data.request })),
    },
    SubscriptionResumed: {
      "apply-subscription-request": applyResumeRequest(deps),
      "customer-mail": sendBillingMail(deps, "resumed"),
      audit: audit(subscriptionFacts),
    },
    SubscriptionUnpaid: {
      "customer-mail": sendBillingMail(deps, "unpaid"),
      audit: audit(subscriptionFacts),
    },
  };
}

function subscriptionFacts({ data }: { data: SubscriptionFacts }) {
  return { subscriptionId: data.subscriptionId, priceIds: data.priceIds.join(" ") };
}

function refundRequestFacts({ data }: { data: RefundRequestFacts }) {
  return { refundRequestId: data.refundRequestId, amountPence: data.amountPence };
}

function refundFacts({ data }: { data: RefundFacts }) {
  return { orderId: data.orderId, amountPence: data.amountPence };
}
