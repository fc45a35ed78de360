import { COMPANY } from "#contracts/company.ts";
import { placeLabel } from "#contracts/content/place-label.ts";
import { plannedLabel } from "#contracts/content/planned-label.ts";
import type { PostContent, PostDecision } from "#contracts/content/posts.ts";
import { counted } from "#contracts/counted.ts";
import type { Mail } from "../ports/mailer.ts";
import { composeMail, type MailReader } from "./compose-mail.tsx";
import { greeting } from "./greeting.ts";
import { singleLine } from "./single-line.ts";

export type DecisionMailInput = MailReader & {
  firstName: string | null;
  /** Name of the approver, for the owner's email; null: the reader decided. */
  decidedBy: string | null;
  /** One or more. */
  decisions: readonly ({ decision: PostDecision } & Omit<PostContent, "text">)[];
  hasCalendar: boolean;
};

const LABELS: Readonly<Record<PostDecision, string>> = {
  approved: "Approved",
  changes_requested: "Changes asked for",
};

const CALENDAR_NOTE =
  "Not right? You can undo an approval in your calendar until the post goes live. Tell us there what to change.";
const CHANGES_NOTE = "We’ll make a new version and ask you again.";
const REPLY_NOTE = "Not you, or not right? Reply to this email before anything goes live.";

/** Confirms decisions to whoever made them, or tells the owner of an approver's. */
export function decisionMail(input: DecisionMailInput): Mail {
  const { decisions, hasCalendar, siteUrl } = input;
  const who = input.decidedBy === null ? "You" : singleLine(input.decidedBy, 60);
  const count = counted(decisions.length, "post");
  const isMixed = new Set(decisions.map(({ decision }) => decision)).size > 1;
  const subject =
    isMixed && input.decidedBy === null
      ? `Your decisions on ${count}`
      : `${who} ${didOf(decisions.map(({ decision }) => decision))} ${count}`;
  const isApproved = decisions.some(({ decision }) => decision === "approved");
  return composeMail(input, {
    subject,
    kicker: "Your posts",
    blocks: [
      { headline: `${subject}.` },
      { hello: greeting(input.firstName?.split(" ")[0] ?? "") },
      {
        rows: decisions.map(({ decision, ...post }) => ({
          label: LABELS[decision],
          value: `${plannedLabel(post)}, ${placeLabel(post)}`,
        })),
      },
      { text: "All times are UK time." },
      hasCalendar && { action: { label: "Open my calendar", url: `${siteUrl}/calendar` } },
      { note: !isApproved ? CHANGES_NOTE : hasCalendar ? CALENDAR_NOTE : REPLY_NOTE },
    ],
    reason: `You’re getting this email because of a decision about posts at ${COMPANY.name}.`,
  });
}

function didOf(decisions: readonly PostDecision[]): string {
  if (decisions.every((decision) => decision === "approved")) return "approved";
  return decisions.includes("approved") ? "answered" : "asked for changes to";
}
