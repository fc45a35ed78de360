import type { AccountManager } from "#contracts/api/content/account-manager.ts";
import { COMPANY } from "#contracts/company.ts";
import { ManagerNote, managerLine } from "./account-manager.tsx";
import { billingContent, type BillingMailKind, wordingOf } from "./billing-content.ts";
import { type BillingFacts, billingLabels, detailRows, toLine } from "./billing-labels.ts";
import { composeMail } from "./compose-mail.tsx";
import { DetailRows } from "./detail-rows.tsx";
import { greeting } from "./greeting.ts";
import type { Mail } from "./mailer.ts";
import { Action, Headline, Lead, Paragraph } from "./typography.tsx";

export type BillingMailInput = {
  kind: BillingMailKind;
  to: string;
  firstName: string | null;
  /** The welcome email tells a guest how to get one. */
  hasAccount: boolean;
  /** Named in the welcome email. */
  accountManager: AccountManager | null;
  /** Serves the photo. */
  apiUrl: string;
  about: BillingFacts;
  card: { brand: string; last4: string | null } | null;
  creditNotes: readonly { number: string; url: string }[];
  siteUrl: string;
  correlationId: string;
};

const TO_GUESTS =
  "No account yet? Create one with this email address, and your subscription will be in it.";

export function billingMail(input: BillingMailInput): Mail {
  const content = billingContent(input.kind);
  const hello = greeting(input.firstName ?? "");
  const labels = billingLabels(input.about, input.card);
  const rows = [
    ...detailRows(content.facts, labels),
    ...input.creditNotes.map(({ number, url }) => ({
      label: "Credit note",
      value: number,
      href: url,
    })),
  ];
  const lines = rows.map(toLine);
  const message = wordingOf(content.message, labels);
  const isGuest = input.kind === "welcome" && !input.hasAccount;
  const steps = [...content.steps, ...(isGuest ? [TO_GUESTS] : [])]
    .map((step) => wordingOf(step, labels))
    .filter((step) => step !== "");
  const manager = input.kind === "welcome" ? input.accountManager : null;
  const managerLines = manager === null ? [] : [managerLine(manager)];
  const actionLabel = wordingOf(content.action.label, labels);
  const actionUrl = input.siteUrl + wordingOf(content.action.path, labels);
  return composeMail({
    template: "account",
    to: input.to,
    replyTo: COMPANY.email,
    subject: content.subject,
    preview: message,
    kicker: content.kicker,
    body: (
      <>
        <Headline>{content.headline}</Headline>
        <Lead marginTop={20}>{hello}</Lead>
        <Lead>{message}</Lead>
        <DetailRows rows={rows} />
        {steps.map((step) => (
          <Paragraph key={step} marginTop={14}>
            {step}
          </Paragraph>
        ))}
        {manager !== null && <ManagerNote manager={manager} apiUrl={input.apiUrl} />}
        <Action href={actionUrl}>{actionLabel}</Action>
        <Paragraph>{content.note}</Paragraph>
      </>
    ),
    paragraphs: [
      hello,
      message,
      lines.join("\n"),
      ...steps,
      ...managerLines,
      `${actionLabel}:\n${actionUrl}`,
      content.note,
    ],
    reason: `You’re getting this email because of your subscription on ${new URL(input.siteUrl).host}.`,
    params: {
      to_email: input.to,
      subject: content.subject,
      headline: content.headline,
      message: [message, ...lines, ...steps, ...managerLines].join("\n"),
      link: actionUrl,
      code: "",
      note: content.note,
    },
    siteUrl: input.siteUrl,
    correlationId: input.correlationId,
  });
}
