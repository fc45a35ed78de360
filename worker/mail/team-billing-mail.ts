import { MESSAGES } from "#contracts/messages/common.ts";
import { opsLinks } from "../ops-links.ts";
import type { Mail } from "../ports/mailer.ts";
import { type BillingFacts, billingLabels, detailRows } from "./billing-labels.ts";
import { teamBillingContent, type TeamBillingMailKind } from "./team-billing-content.ts";
import { teamMail, type TeamMailReader } from "./team-mail.ts";

export type TeamBillingInput = TeamMailReader & {
  kind: TeamBillingMailKind;
  about: BillingFacts;
  customerEmail: string | null;
  isErased: boolean;
  eventId: string;
};

/** Tells the team what happened to a subscription. */
export function teamBillingMail(input: TeamBillingInput): Mail {
  const { about, customerEmail, isErased, opsUrl, eventId } = input;
  const content = teamBillingContent(input.kind);
  const labels = billingLabels(about);
  const named = "priceIds" in about ? labels.plan : labels.amount;
  const customer = customerEmail ?? (isErased ? MESSAGES.mail.erased : null);
  return teamMail(input, {
    customerEmail,
    subject: named === "" ? content.subject : `${content.subject}: ${named}`,
    title: content.subject,
    kicker: content.subject,
    blocks: [
      { headline: content.headline },
      { text: content.message },
      {
        rows: [
          ...(customer === null ? [] : [{ label: "Customer", value: customer }]),
          ...detailRows(content.facts, labels),
        ],
      },
      ...(content.steps ?? []).map((step) => ({ text: step })),
      { action: { label: "Open this event", url: `${opsUrl}${opsLinks.event(eventId)}` } },
    ],
  });
}
