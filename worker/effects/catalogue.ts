import type { RefundFacts, RefundRequestFacts } from "#contracts/events/refunds.ts";
import type { SubscriptionFacts } from "#contracts/events/subscription-transitions.ts";
import type { AccountOwner } from "#db/auth/load-account-owners.ts";
import type { MailToken } from "#db/auth/load-mail-tokens.ts";
import type { TextCode } from "#db/auth/load-text-codes.ts";
import type { OneTimeCodes } from "#db/auth/one-time-code.ts";
import type { LoadedBuyer } from "#db/billing/load-buyers.ts";
import type {
  LoadedPurchaseConversion,
  ToldPurchase,
} from "#db/billing/load-purchase-conversion.ts";
import type { Submission } from "#db/submissions/load-submissions.ts";
import type { Cashier } from "../billing/cashier.ts";
import type { ConversionReporter } from "../conversions/reporter.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { Texter } from "../texts/texter.ts";
import { audit } from "./audit.ts";
import { authMail } from "./auth-mail.ts";
import { authSms } from "./auth-sms.ts";
import { autoReply } from "./auto-reply.ts";
import { customerMail, teamNotice } from "./billing-mail.ts";
import { billingSync, notifiedSync } from "./billing-sync.ts";
import { closePages } from "./close-pages.ts";
import { duplicateRefund } from "./duplicate-refund.ts";
import type { EffectCatalogue } from "./effect.ts";
import { guaranteeRefund } from "./guarantee-refund.ts";
import { leadConversion } from "./lead-conversion.ts";
import { passwordNotice } from "./password-notice.ts";
import { purchaseConversion } from "./purchase-conversion.ts";
import { settleCancelled, settleOffer, settleResumed } from "./settle.ts";
import { teamMail } from "./team-mail.ts";

export type EffectDeps = {
  mailer: Mailer;
  /** Null when no transport of texts is configured. */
  texter: Texter | null;
  /** Null when no advertiser is configured. */
  reporter: ConversionReporter | null;
  /** @throws {Error} when there is no such submission */
  loadSubmission: (id: string) => Promise<Submission>;
  /** False when another enquiry of the same mailbox gets the auto-reply of that day. */
  claimAutoReply: (submissionId: string) => Promise<boolean>;
  /** Null when the token was replaced or used. */
  loadMailToken: (id: string) => Promise<MailToken | null>;
  /** Null when the code was replaced or used. */
  loadTextCode: (id: string) => Promise<TextCode | null>;
  /** Null when there is no such account any more. */
  loadAccountOwner: (id: string) => Promise<AccountOwner | null>;
  /** Null when there is no such customer. */
  loadBuyer: (customerId: string) => Promise<LoadedBuyer | null>;
  loadPurchaseConversion: (bought: ToldPurchase) => Promise<LoadedPurchaseConversion>;
  cashier: Cashier;
  codes: OneTimeCodes;
  now: () => Date;
  teamEmail: string;
  siteUrl: string;
  opsUrl: string;
};

/** What happens next, for every event. */
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
    BillingNotified: {
      "billing-sync": notifiedSync(deps),
    },
    CardExpiring: {
      "customer-mail": customerMail(deps, "card-expiring"),
      audit: audit(subscriptionFacts),
    },
    CheckoutCompleted: {
      "welcome-mail": customerMail(deps, "welcome"),
      "team-mail": teamNotice(deps, "sale"),
      "close-pages": closePages(deps),
      "purchase-conversion": purchaseConversion(deps),
      audit: audit(subscriptionFacts),
    },
    ContactSubmitted: {
      "team-mail": teamMail(deps),
      "auto-reply": autoReply(deps),
      "lead-conversion": leadConversion(deps),
      audit: audit((event) => ({ formType: event.data.formType })),
    },
    DuplicateSubscriptionFound: {
      "duplicate-refund": duplicateRefund(deps),
      "customer-mail": customerMail(deps, "duplicate"),
      "team-mail": teamNotice(deps, "duplicate"),
      audit: audit(subscriptionFacts),
    },
    PasswordChanged: {
      "password-notice": passwordNotice(deps),
      audit: audit(() => ({})),
    },
    PaymentFailed: {
      "customer-mail": customerMail(deps, "payment-failed"),
      audit: audit(subscriptionFacts),
    },
    PaymentRecovered: {
      "customer-mail": customerMail(deps, "payment-recovered"),
      audit: audit(subscriptionFacts),
    },
    PurchaseClaimed: {
      "billing-sync": billingSync(deps),
      audit: audit((event) => ({ userId: event.data.userId, proof: event.data.proof })),
    },
    RefundApproved: {
      "guarantee-refund": guaranteeRefund(deps),
      audit: audit(refundRequestFacts),
    },
    RefundDeclined: {
      "customer-mail": customerMail(deps, "refund-declined"),
      audit: audit(refundRequestFacts),
    },
    RefundFailed: {
      "team-mail": teamNotice(deps, "refund-failed"),
      audit: audit(refundFacts),
    },
    RefundIssued: {
      "customer-mail": customerMail(deps, "refunded"),
      audit: audit(refundFacts),
    },
    RefundRequested: {
      "customer-mail": customerMail(deps, "refund-requested"),
      "team-mail": teamNotice(deps, "refund-requested"),
      audit: audit(refundRequestFacts),
    },
    RetentionApplied: {
      settle: settleOffer(deps),
      "customer-mail": customerMail(deps, ({ resumes }) =>
        resumes ? "retention-resumed" : "retention",
      ),
      "team-mail": teamNotice(deps, "strategy-call"),
      audit: audit((event) => ({
        ...subscriptionFacts(event),
        percentOff: event.data.percentOff,
        months: event.data.months,
      })),
    },
    SubscriptionCancelled: {
      settle: settleCancelled(deps),
      "customer-mail": customerMail(deps, ({ isAtOnce }) =>
        isAtOnce ? "cancelled-at-once" : "cancelled",
      ),
      audit: audit(subscriptionFacts),
    },
    SubscriptionChanged: {
      "customer-mail": customerMail(deps, "changed"),
      audit: audit(subscriptionFacts),
    },
    SubscriptionChangeScheduled: {
      "customer-mail": customerMail(deps, "change-scheduled"),
      audit: audit((event) => ({
        ...subscriptionFacts(event),
        scheduledPriceIds: event.data.scheduledPriceIds.join(" "),
      })),
    },
    SubscriptionChangeWithdrawn: {
      "customer-mail": customerMail(deps, "change-withdrawn"),
      audit: audit(subscriptionFacts),
    },
    SubscriptionEnded: {
      "customer-mail": customerMail(deps, "ended"),
      audit: audit((event) => ({ ...subscriptionFacts(event), reason: event.data.reason })),
    },
    SubscriptionRequestRefused: {
      "customer-mail": customerMail(deps, ({ request }) => `${request}-refused` as const),
      "team-mail": teamNotice(deps, "request-refused"),
      audit: audit((event) => ({ ...subscriptionFacts(event), request: event.data.request })),
    },
    SubscriptionResumed: {
      settle: settleResumed(deps),
      "customer-mail": customerMail(deps, "resumed"),
      audit: audit(subscriptionFacts),
    },
    SubscriptionUnpaid: {
      "customer-mail": customerMail(deps, "unpaid"),
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
