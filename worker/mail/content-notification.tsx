import { COMPANY } from "#contracts/company.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import { paths } from "../ops/paths.ts";
import { composeMail } from "./compose-mail.tsx";
import { DetailRows } from "./detail-rows.tsx";
import type { Mail } from "./mailer.ts";
import { replyNote } from "./reply-note.ts";
import { Action, Headline, Paragraph } from "./typography.tsx";

export type ContentNotificationInput = {
  event: EventOf<"BriefSubmitted"> | EventOf<"PostChangesRequested">;
  to: string;
  customerEmail: string | null;
  siteUrl: string;
  opsUrl: string;
};

/** Tells the team what a customer sent about content. Their words stay in the ops console. */
export function contentNotification(input: ContentNotificationInput): Mail {
  const { event, opsUrl } = input;
  const { subject, headline, message, open, path } = textOf(event);
  const customer = input.customerEmail ?? MESSAGES.mail.notProvided;
  const rows = [
    { label: "Customer", value: customer },
    { label: "Version", value: String(event.data.version) },
  ];
  const facts = rows.map(({ label, value }) => `${label}: ${value}`).join("\n");
  const note = replyNote(input.customerEmail);
  const url = `${opsUrl}${path}`;
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
        <Action href={url}>{open}</Action>
        {note !== "" && <Paragraph>{note}</Paragraph>}
      </>
    ),
    paragraphs: [headline, message, facts, `${open}: ${url}`, ...(note === "" ? [] : [note])],
    reason: `Sent to the team about customers. Request ${event.correlationId}.`,
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
    correlationId: event.correlationId,
  });
}

function textOf(event: ContentNotificationInput["event"]) {
  if (event.type === "PostChangesRequested") {
    return {
      subject: "Changes requested",
      headline: "A customer asked for changes to a post.",
      message: "The ops console has their words. Make the next version from them.",
      open: "Open the post",
      path: paths.post(event.data.postId),
    };
  }
  const brief = { open: "Open the brief", path: `${paths.customer(event.data.userId)}#brief` };
  return event.data.version === 1
    ? {
        ...brief,
        subject: "New brief",
        headline: "A customer sent their brief.",
        message: "Make the first content from it.",
      }
    : {
        ...brief,
        subject: "Brief changed",
        headline: "A customer changed their brief.",
        message: "The ops console marks the answers that are different now.",
      };
}
