import type { RefundFacts, RefundRequestFacts } from "#contracts/events/refunds.ts";
import type { SubscriptionFacts } from "#contracts/events/subscription-transitions.ts";
import { audit } from "./audit.ts";
import { authMail } from "./auth-mail.ts";
import { authSms } from "./auth-sms.ts";
import { autoReply } from "./auto-reply.ts";
import { billingMailEffect, teamBillingMailEffect } from "./billing-mail.ts";
import { billingSync, stripeEventSync } from "./sync-customer.ts";
import { expireCheckoutSessions } from "./expire-checkout-sessions.ts";
import { refundDuplicateEffect } from "./refund-duplicate.ts";
import type { EffectCatalogue, EffectDeps } from "./effect.ts";
import { refundGuaranteeEffect } from "./refund-guarantee.ts";
import { enquiryConversion } from "./lead-conversion.ts";
import { passwordChangedMail } from "./password-changed-mail.ts";
import { purchaseConversion } from "./purchase-conversion.ts";
import {
  applyCancelRequest,
  applyOfferRequest,
  applyResumeRequest,
} from "./apply-subscription-request.ts";
import { teamNotificationMail } from "./team-mail.ts";

export function createEffects(deps: EffectDeps): EffectCatalogue {
  return {
    AccountCreated: {
      audit: audit((event) => ({ origin: event.data.origin })),
    },
    AccountErased: {
      audit: audit((event) => ({ by: event.data.by, left: event.data.left })),
    },
    AuthMailRequested: {
      "auth-mail": authMail(deps),
      audit: audit((event) => ({ mail: event.data.mail })),
    },
    AuthSmsRequested: {
      "auth-sms": authSms(deps),
      audit: audit((event) => ({ text: event.data.text, channel: event.data.channel })),
    },
    BillingChecked: {
      audit: audit((event) => event.data),
    },
    BillingDriftFound: {
      "billing-sync": billingSync(deps),
      audit: audit((event) => ({ drifts: event.data.drifts.join(" ") })),
    },
    StripeEventReceived: {
      "billing-sync": stripeEventSync(deps),
    },
    CardExpiring: {
      "customer-mail": billingMailEffect(deps, "card-expiring"),
      audit: audit(subscriptionFacts),
    },
    CheckoutCompleted: {
      "welcome-mail": billingMailEffect(deps, "welcome"),
      "team-mail": teamBillingMailEffect(deps, "sale"),
      "expire-checkout-sessions": expireCheckoutSessions(deps),
      "purchase-conversion": purchaseConversion(deps),
      audit: audit(subscriptionFacts),
    },
    ContactSubmitted: {
      "team-mail": teamNotificationMail(deps),
      "auto-reply": autoReply(deps),
      "lead-conversion": enquiryConversion(deps),
      audit: audit((event) => ({ formType: event.data.formType })),
    },
    DuplicateSubscriptionFound: {
      "duplicate-refund": refundDuplicateEffect(deps),
      "customer-mail": billingMailEffect(deps, "duplicate"),
      "team-mail": teamBillingMailEffect(deps, "duplicate"),
      audit: audit(subscriptionFacts),
    },
    PasswordChanged: {
      "password-changed-mail": passwordChangedMail(deps),
      audit: audit(() => ({})),
    },
    PaymentFailed: {
      "customer-mail": billingMailEffect(deps, "payment-failed"),
      audit: audit(subscriptionFacts),
    },
    PaymentRecovered: {
      "customer-mail": billingMailEffect(deps, "payment-recovered"),
      audit: audit(subscriptionFacts),
    },
    PurchaseClaimed: {
      "billing-sync": billingSync(deps),
      audit: audit((event) => ({ userId: event.data.userId, proof: event.data.proof })),
    },
    RefundApproved: {
      "guarantee-refund": refundGuaranteeEffect(deps),
      audit: audit(refundRequestFacts),
    },
    RefundDeclined: {
      "customer-mail": billingMailEffect(deps, "refund-declined"),
      audit: audit(refundRequestFacts),
    },
    RefundFailed: {
      "team-mail": teamBillingMailEffect(deps, "refund-failed"),
      audit: audit(refundFacts),
    },
    RefundIssued: {
      "customer-mail": billingMailEffect(deps, "refunded"),
      audit: audit(refundFacts),
    },
    RefundRequested: {
      "customer-mail": billingMailEffect(deps, "refund-requested"),
      "team-mail": teamBillingMailEffect(deps, "refund-requested"),
      audit: audit(refundRequestFacts),
    },
    RetentionApplied: {
      "apply-subscription-request": applyOfferRequest(deps),
      "customer-mail": billingMailEffect(deps, ({ resumes }) =>
        resumes ? "retention-resumed" : "retention",
      ),
      "team-mail": teamBillingMailEffect(deps, "strategy-call"),
      audit: audit((event) => ({
        ...subscriptionFacts(event),
        percentOff: event.data.percentOff,
        months: event.data.months,
      })),
    },
    SubscriptionCancelled: {
      "apply-subscription-request": applyCancelRequest(deps),
      "customer-mail": billingMailEffect(deps, ({ isImmediate }) =>
        isImmediate ? "cancelled-at-once" : "cancelled",
      ),
      audit: audit(subscriptionFacts),
    },
    SubscriptionChanged: {
      "customer-mail": billingMailEffect(deps, "changed"),
      audit: audit(subscriptionFacts),
    },
    SubscriptionChangeScheduled: {
      "customer-mail": billingMailEffect(deps, "change-scheduled"),
      audit: audit((event) => ({
        ...subscriptionFacts(event),
        scheduledPriceIds: event.data.scheduledPriceIds.join(" "),
      })),
    },
    SubscriptionChangeWithdrawn: {
      "customer-mail": billingMailEffect(deps, "change-withdrawn"),
      audit: audit(subscriptionFacts),
    },
    SubscriptionEnded: {
      "customer-mail": billingMailEffect(deps, "ended"),
      audit: audit((event) => ({ ...subscriptionFacts(event), reason: event.data.reason })),
    },
    SubscriptionRequestRejected: {
      "customer-mail": billingMailEffect(deps, ({ request }) => `${request}-refused` as const),
      "team-mail": teamBillingMailEffect(deps, "request-refused"),
      audit: audit((event) => ({ ...subscriptionFacts(event), request: event.data.request })),
    },
    SubscriptionResumed: {
      "apply-subscription-request": applyResumeRequest(deps),
      "customer-mail": billingMailEffect(deps, "resumed"),
      audit: audit(subscriptionFacts),
    },
    SubscriptionUnpaid: {
      "customer-mail": billingMailEffect(deps, "unpaid"),
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
