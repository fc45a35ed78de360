import type { SubscriptionFacts } from "#contracts/events/subscription-transitions.ts";
import type { AccountOwner } from "#db/auth/load-account-owners.ts";
import type { MailToken } from "#db/auth/load-mail-tokens.ts";
import type { TextCode } from "#db/auth/load-text-codes.ts";
import type { OneTimeCodes } from "#db/auth/one-time-code.ts";
import type { Submission } from "#db/submissions/load-submissions.ts";
import type { ConversionReporter } from "../conversions/reporter.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { Texter } from "../texts/texter.ts";
import { audit } from "./audit.ts";
import { authMail } from "./auth-mail.ts";
import { authSms } from "./auth-sms.ts";
import { autoReply } from "./auto-reply.ts";
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
      audit: audit((event) => ({ drifts: event.data.drifts.join(" ") })),
    },
    BillingNotified: {
      audit: audit((event) => ({ notification: event.data.notification })),
    },
    CheckoutCompleted: {
      audit: audit(subscriptionFacts),
    },
    ContactSubmitted: {
      "team-mail": teamMail(deps),
      "auto-reply": autoReply(deps),
      "lead-conversion": leadConversion(deps),
      audit: audit((event) => ({ formType: event.data.formType })),
    },
    DuplicateSubscriptionFound: {
      audit: audit(subscriptionFacts),
    },
    PasswordChanged: {
      "password-notice": passwordNotice(deps),
      audit: audit(() => ({})),
    },
    PaymentFailed: {
      audit: audit(subscriptionFacts),
    },
    PaymentRecovered: {
      audit: audit(subscriptionFacts),
    },
    PurchaseClaimed: {
      audit: audit((event) => ({ userId: event.data.userId, proof: event.data.proof })),
    },
    SubscriptionCancelled: {
      audit: audit(subscriptionFacts),
    },
    SubscriptionChanged: {
      audit: audit(subscriptionFacts),
    },
    SubscriptionEnded: {
      audit: audit((event) => ({ ...subscriptionFacts(event), reason: event.data.reason })),
    },
    SubscriptionResumed: {
      audit: audit(subscriptionFacts),
    },
    SubscriptionUnpaid: {
      audit: audit(subscriptionFacts),
    },
  };
}

function subscriptionFacts({ data }: { data: SubscriptionFacts }) {
  return { subscriptionId: data.subscriptionId, priceIds: data.priceIds.join(" ") };
}
