import type { AccountManager } from "#contracts/api/content/account-manager.ts";
import { COMPANY } from "#contracts/company.ts";
import { dayLabel } from "#contracts/content/planned-label.ts";
import { dueAt, londonTime } from "#contracts/due-times.ts";
import { hyphenated, inText, TERMS, TERMS_DATED } from "#contracts/terms.ts";
import type { Mail } from "../ports/mailer.ts";
import { billingContent, type BillingMailKind, wordingOf } from "./billing-content.ts";
import { type BillingFacts, billingLabels, detailRows } from "./billing-labels.ts";
import type { Block } from "./blocks.tsx";
import { composeMail, type MailReader } from "./compose-mail.tsx";
import { greeting } from "./greeting.ts";

export type BillingMailInput = MailReader & {
  kind: BillingMailKind;
  firstName: string | null;
  /** The welcome email tells a guest how to get one. */
  hasAccount: boolean;
  /** The welcome mail asks a customer who has submitted a brief for no other one. */
  hasBrief: boolean;
  /** Named in the welcome email. */
  accountManager: AccountManager | null;
  /** Serves the photo. */
  apiUrl: string;
  about: BillingFacts;
  /** When it happened, ISO 8601. */
  at: string;
  card: { brand: string; last4: string | null } | null;
  creditNotes: readonly { number: string; url: string }[];
};

const TO_GUESTS =
  "No account yet? Create one with this email address, and your subscription will be in it.";

/** Tells a customer what happened to their subscription, or is about to. */
export function billingMail(input: BillingMailInput): Mail {
  const { kind, firstName, hasBrief, accountManager, apiUrl, siteUrl } = input;
  const content = billingContent(kind);
  const labels = { ...billingLabels(input.about, input.card), hasBrief };
  const isGuest = kind === "welcome" && !input.hasAccount;
  return composeMail(input, {
    subject: content.subject,
    kicker: content.kicker,
    blocks: [
      { headline: content.headline },
      { hello: greeting(firstName ?? "") },
      { lead: wordingOf(content.message, labels) },
      {
        rows: [
          ...detailRows(content.facts, labels),
          ...input.creditNotes.map(({ number, url }) => ({
            label: "Credit note",
            value: number,
            href: url,
          })),
        ],
      },
      ...[...content.steps, ...(isGuest ? [TO_GUESTS] : [])].map((step) => ({
        text: wordingOf(step, labels),
      })),
      {
        steps: (content.dated ?? []).map(({ by, what }) => ({
          when: `By ${dayLabel(londonTime(Date.parse(dueAt(input.at, by))).day)}`,
          what,
        })),
      },
      {
        action: {
          label: wordingOf(content.action.label, labels),
          url: siteUrl + wordingOf(content.action.path, labels),
        },
      },
      ...(kind === "welcome" ? agreementBlocks(siteUrl) : []),
      kind === "welcome" && accountManager !== null && { manager: { ...accountManager, apiUrl } },
      { note: content.note },
    ],
    reason: `You’re getting this email because of your subscription on ${new URL(siteUrl).host}.`,
  });
}

/** What a buyer must have in a form that lasts: Consumer Contracts Regulations 2013, regulation 16. */
function agreementBlocks(siteUrl: string): Block[] {
  return [
    { title: "Your agreement" },
    {
      rows: [
        {
          label: "Terms of Service",
          value: `Those of ${TERMS_DATED}`,
          href: `${siteUrl}/terms-of-service`,
        },
        { label: "With", value: `${COMPANY.legalName}, ${COMPANY.registeredOffice}` },
        { label: "Minimum term", value: "None. It renews each month until you cancel." },
        {
          label: "To cancel",
          value: `On your dashboard, or in writing to ${COMPANY.email}, at any time. It ends when the period you’ve paid for does.`,
          href: `${siteUrl}/cancel-subscription`,
        },
        {
          label: "To get your money back",
          value: `Within ${inText(TERMS.guarantee)}, on your dashboard or in writing: “I cancel my ${COMPANY.name} subscription”, with your name, address and the date you ordered. You need no reason. Our ${hyphenated(TERMS.guarantee)} guarantee covers your legal right to cancel as a consumer.`,
          href: `${siteUrl}/terms-of-service#guarantee`,
        },
      ],
    },
  ];
}
