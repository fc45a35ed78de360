import type { SubscriptionFacts } from "#contracts/events/subscription-transitions.ts";
import type { AccountOwner } from "#db/auth/load-account-owners.ts";
import type { MailToken } from "#db/auth/load-mail-tokens.ts";
import type { TextCode } from "#db/auth/load-text-codes.ts";
import type { OneTimeCodes } from "#db/auth/one-time-code.ts";
import type { LoadedBuyer } from "#db/billing/load-buyers.ts";
import type { Submission } from "#db/submissions/load-submissions.ts";
import type { Cashier } from "../billing/cashier.ts";
import type { ConversionReporter } from "../conversions/reporter.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { Texter } from "../texts/texter.ts";
import { audit } from "./audit.ts";
import { authMail } from "./auth-mail.ts";
import { authSms } from "./auth-sms.ts";
import { autoReply } from "./auto-reply.ts";
import { customerMail, saleNotice } from "./billing-mail.ts";
import { billingSync, notifiedSync } from "./billing-sync.ts";
import { closePages } from "./close-pages.ts";
import { duplicateRefund } from "./duplicate-refund.ts";
import type { EffectCatalogue } from "./effect.ts";
import { leadConversion } from "./lead-conversion.ts";
import { passwordNotice } from "./password-notice.ts";
import { teamMail } from "./team-mail.ts";

export type EffectDeps = {
  mailer: Mailer;
  /** Null when no transport of texts is configured. */
  texter: Texter | null;
  /** Null when no advertiser is configured. */
  reporter: ConversionReporter | null;
  /** @throws {Error} when there is no such submission */
  loadSubmission: (id: string) => Promise<Submission>;
  /** Null when the token was replaced or used. */
  loadMailToken: (id: string) => Promise<MailToken | null>;
  /** Null when the code was replaced or used. */
  loadTextCode: (id: string) => Promise<TextCode | null>;
  /** Null when there is no such account any more. */
  loadAccountOwner: (id: string) => Promise<AccountOwner | null>;
  /** Null when there is no such customer. */
  loadBuyer: (customerId: string) => Promise<LoadedBuyer | null>;
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
      "team-mail": saleNotice(deps, "sale"),
      "close-pages": closePages(deps),
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
      "team-mail": saleNotice(deps, "duplicate"),
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
    SubscriptionCancelled: {
      "customer-mail": customerMail(deps, "cancelled"),
      audit: audit(subscriptionFacts),
    },
    SubscriptionChanged: {
      "customer-mail": customerMail(deps, "changed"),
      audit: audit(subscriptionFacts),
    },
    SubscriptionEnded: {
      "customer-mail": customerMail(deps, "ended"),
      audit: audit((event) => ({ ...subscriptionFacts(event), reason: event.data.reason })),
    },
    SubscriptionResumed: {
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
