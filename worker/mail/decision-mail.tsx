import { COMPANY } from "#contracts/company.ts";
import { placeLabel } from "#contracts/content/place-label.ts";
import { plannedLabel } from "#contracts/content/planned-label.ts";
import type { PostContent, PostDecision } from "#contracts/content/posts.ts";
import { composeMail } from "./compose-mail.tsx";
import { DetailRows } from "./detail-rows.tsx";
import { greeting } from "./greeting.ts";
import type { Mail } from "./mailer.ts";
import { singleLine } from "./single-line.ts";
import { Action, Headline, Lead, Paragraph } from "./typography.tsx";

export type DecisionMailInput = {
  to: string;
  firstName: string | null;
  /** Name of the approver, for the owner's email; null: the reader decided. */
  decidedBy: string | null;
  /** One or more. */
  decisions: readonly ({ decision: PostDecision } & Omit<PostContent, "text">)[];
  hasCalendar: boolean;
  siteUrl: string;
  correlationId: string;
};

const LABELS: Readonly<Record<PostDecision, string>> = {
  approved: "Approved",
  changes_requested: "Changes asked for",
};

const OPEN = "Open my calendar";
const CALENDAR_NOTE =
  "Not right? You can undo an approval in your calendar until the post goes live. Tell us there what to change.";
const CHANGES_NOTE = "We’ll make a new version and ask you again.";
const REPLY_NOTE = "Not you, or not right? Reply to this email before the post goes live.";

/** Confirms decisions to whoever made them, or tells the owner of an approver's. */
export function decisionMail(input: DecisionMailInput): Mail {
  const { decisions, hasCalendar } = input;
  const who = input.decidedBy === null ? "You" : singleLine(input.decidedBy, 60);
  const count = decisions.length === 1 ? "1 post" : `${decisions.length} posts`;
  const subject = `${who} ${didOf(decisions.map(({ decision }) => decision))} ${count}`;
  const headline = `${subject}.`;
  const hello = greeting(input.firstName?.split(" ")[0] ?? "");
  const message = "All times are UK time.";
  const rows = decisions.map(({ decision, ...post }) => ({
    label: LABELS[decision],
    value: `${plannedLabel(post)}, ${placeLabel(post)}`,
  }));
  const facts = rows.map(({ label, value }) => `${label}: ${value}`).join("\n");
  const isApproved = decisions.some(({ decision }) => decision === "approved");
  const note = !isApproved ? CHANGES_NOTE : hasCalendar ? CALENDAR_NOTE : REPLY_NOTE;
  const url = `${input.siteUrl}/calendar`;
  return composeMail({
    template: "account",
    to: input.to,
    replyTo: COMPANY.email,
    subject,
    preview: facts,
    kicker: "Your posts",
    body: (
      <>
        <Headline>{headline}</Headline>
        <Lead marginTop={20}>{hello}</Lead>
        <DetailRows rows={rows} />
        <Paragraph>{message}</Paragraph>
        {hasCalendar && <Action href={url}>{OPEN}</Action>}
        <Paragraph>{note}</Paragraph>
      </>
    ),
    paragraphs: [
      headline,
      hello,
      facts,
      message,
      ...(hasCalendar ? [`${OPEN}:\n${url}`] : []),
      note,
    ],
    reason: `You’re getting this email because of a decision about posts at ${COMPANY.name}.`,
    params: {
      to_email: input.to,
      subject,
      headline,
      message: `${facts}\n${message}`,
      link: hasCalendar ? url : "",
      code: "",
      note,
    },
    siteUrl: input.siteUrl,
    correlationId: input.correlationId,
  });
}

function didOf(decisions: readonly PostDecision[]): string {
  if (decisions.every((decision) => decision === "approved")) return "approved";
  return decisions.includes("approved") ? "answered" : "asked for changes to";
}
