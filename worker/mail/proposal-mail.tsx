import { COMPANY } from "#contracts/company.ts";
import { composeMail } from "./compose-mail.tsx";
import { greeting } from "./greeting.ts";
import type { Mail } from "./mailer.ts";
import { Action, Headline, Lead, Paragraph } from "./typography.tsx";

export type ProposalMailInput = {
  to: string;
  firstName: string | null;
  /** Posts that wait for a decision, 1 or more. */
  waiting: number;
  siteUrl: string;
  correlationId: string;
};

const OPEN = "Open my calendar";
const NOTE =
  "Approve each post, or tell us in a few words what to change. Nothing goes live without your yes.";

/** Asks a customer to decide about proposed posts, without their texts. */
export function proposalMail(input: ProposalMailInput): Mail {
  const waits = input.waiting === 1 ? "1 post waits" : `${input.waiting} posts wait`;
  const subject = `${waits} for your yes`;
  const headline = `${subject}.`;
  const hello = greeting(input.firstName ?? "");
  const message =
    "We made something for you. Each post is in your calendar, with its day and time.";
  const url = `${input.siteUrl}/calendar`;
  return composeMail({
    template: "account",
    to: input.to,
    replyTo: COMPANY.email,
    subject,
    preview: message,
    kicker: "Your posts",
    body: (
      <>
        <Headline>{headline}</Headline>
        <Lead marginTop={20}>{hello}</Lead>
        <Lead>{message}</Lead>
        <Action href={url}>{OPEN}</Action>
        <Paragraph marginTop={28}>{NOTE}</Paragraph>
      </>
    ),
    paragraphs: [headline, hello, message, `${OPEN}:\n${url}`, NOTE],
    reason: `You have this email because we make posts for you at ${COMPANY.name}.`,
    params: { to_email: input.to, subject, headline, message, link: url, code: "", note: NOTE },
    siteUrl: input.siteUrl,
    correlationId: input.correlationId,
  });
}
