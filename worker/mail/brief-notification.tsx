import { COMPANY } from "#contracts/company.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import { composeMail } from "./compose-mail.tsx";
import { DetailRows } from "./detail-rows.tsx";
import type { Mail } from "./mailer.ts";
import { Action, Headline, Paragraph } from "./typography.tsx";

export type BriefNotificationInput = {
  to: string;
  customerEmail: string | null;
  userId: string;
  version: number;
  siteUrl: string;
  opsUrl: string;
  correlationId: string;
};

const OPEN = "Open the brief";
const REPLY = "Replying to this email answers the customer.";

/** Tells the team of a brief, which stays in the ops console. */
export function briefNotification(input: BriefNotificationInput): Mail {
  const isFirst = input.version === 1;
  const subject = isFirst ? "New brief" : "Brief changed";
  const headline = isFirst ? "A customer sent their brief." : "A customer changed their brief.";
  const message = isFirst
    ? "Make the first content from it."
    : "The ops console marks the answers that are different now.";
  const customer = input.customerEmail ?? MESSAGES.mail.notProvided;
  const rows = [
    { label: "Customer", value: customer },
    { label: "Version", value: String(input.version) },
  ];
  const facts = rows.map(({ label, value }) => `${label}: ${value}`).join("\n");
  const note = input.customerEmail === null ? "" : REPLY;
  const url = `${input.opsUrl}/ops/customers/${input.userId}#brief`;
  return composeMail({
    template: "account",
    to: input.to,
    replyTo: input.customerEmail ?? COMPANY.email,
    subject: `${subject}: ${customer}`,
    title: subject,
    preview: message,
    kicker: subject,
    body: (
      <>
        <Headline>{headline}</Headline>
        <Paragraph>{message}</Paragraph>
        <DetailRows rows={rows} />
        <Action href={url}>{OPEN}</Action>
        {note !== "" && <Paragraph>{note}</Paragraph>}
      </>
    ),
    paragraphs: [headline, message, facts, `${OPEN}: ${url}`, ...(note === "" ? [] : [note])],
    reason: `Sent to the team about customers. Request ${input.correlationId}.`,
    params: {
      to_email: input.to,
      subject,
      headline,
      message: `${message}\n${facts}`,
      link: url,
      code: "",
      note,
    },
    siteUrl: input.siteUrl,
    correlationId: input.correlationId,
  });
}
