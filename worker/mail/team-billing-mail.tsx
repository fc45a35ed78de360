import { COMPANY } from "#contracts/company.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import { paths } from "../ops/paths.ts";
import { billingLabels, detailRows, toLine } from "./billing-labels.ts";
import type { BillingMailInput } from "./billing-mail.tsx";
import { composeMail } from "./compose-mail.tsx";
import { DetailRows } from "./detail-rows.tsx";
import type { Mail } from "./mailer.ts";
import { replyNote } from "./reply-note.ts";
import { teamBillingContent, type TeamBillingMailKind } from "./team-billing-content.ts";
import { Action, Headline, Paragraph } from "./typography.tsx";

export type TeamBillingInput = Pick<
  BillingMailInput,
  "to" | "about" | "siteUrl" | "correlationId"
> & {
  kind: TeamBillingMailKind;
  customerEmail: string | null;
  isErased: boolean;
  opsUrl: string;
  eventId: string;
};

const OPEN_EVENT = "Open this event";

export function teamBillingMail(input: TeamBillingInput): Mail {
  const content = teamBillingContent(input.kind);
  const labels = billingLabels(input.about);
  const named = "priceIds" in input.about ? labels.plan : labels.amount;
  const subject = named === "" ? content.subject : `${content.subject}: ${named}`;
  const customer = input.customerEmail ?? MESSAGES.mail[input.isErased ? "erased" : "notProvided"];
  const rows = [{ label: "Customer", value: customer }, ...detailRows(content.facts, labels)];
  const lines = rows.map(toLine);
  const note = replyNote(input.customerEmail);
  const eventUrl = `${input.opsUrl}${paths.event(input.eventId)}`;
  return composeMail({
    template: "account",
    to: input.to,
    replyTo: input.customerEmail ?? COMPANY.email,
    subject,
    title: content.subject,
    preview: content.message,
    kicker: content.subject,
    body: (
      <>
        <Headline>{content.headline}</Headline>
        <Paragraph>{content.message}</Paragraph>
        <DetailRows rows={rows} />
        {content.steps.map((step) => (
          <Paragraph key={step} marginTop={14}>
            {step}
          </Paragraph>
        ))}
        <Action href={eventUrl}>{OPEN_EVENT}</Action>
        {note !== "" && <Paragraph>{note}</Paragraph>}
      </>
    ),
    paragraphs: [
      content.headline,
      content.message,
      lines.join("\n"),
      ...content.steps,
      `${OPEN_EVENT}: ${eventUrl}`,
      ...(note === "" ? [] : [note]),
    ],
    reason: `Sent to the team about customers. Request ${input.correlationId}.`,
    params: {
      to_email: input.to,
      subject,
      headline: content.headline,
      message: [content.message, ...lines, ...content.steps].join("\n"),
      link: eventUrl,
      code: "",
      note,
    },
    siteUrl: input.siteUrl,
    correlationId: input.correlationId,
  });
}
