import { placeLabel } from "#contracts/content/place-label.ts";
import { plannedLabel } from "#contracts/content/planned-label.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { RequestedChanges } from "#db/content/find-decisions.ts";
import { opsLinks } from "../ops-links.ts";
import type { Mail } from "../ports/mailer.ts";
import { teamMail, type TeamMailReader } from "./team-mail.ts";

export type ContentNotificationInput = Omit<TeamMailReader, "correlationId"> & {
  event: EventOf<"BriefSubmitted"> | EventOf<"PostChangesRequested">;
  customerEmail: string | null;
  /** Null for a brief, and once nobody asks for changes. */
  changes: RequestedChanges | null;
};

/** Tells the team what a customer sent about content: the changes in their own words, a brief by its page. */
export function contentNotification({
  event,
  customerEmail,
  changes,
  ...reader
}: ContentNotificationInput): Mail {
  const { subject, headline, message, open, path } = textOf(event);
  return teamMail(
    { ...reader, correlationId: event.correlationId },
    {
      customerEmail,
      subject: customerEmail === null ? subject : `${subject}: ${customerEmail}`,
      title: subject,
      kicker: subject,
      blocks: [
        { headline },
        { text: message },
        changes !== null && { quote: { label: "Their words", value: changes.words } },
        {
          rows: [
            ...(customerEmail === null ? [] : [{ label: "Customer", value: customerEmail }]),
            { label: "Version", value: String(event.data.version) },
            ...(changes === null
              ? []
              : [
                  {
                    label: "Planned, London time",
                    value: `${plannedLabel(changes)}, ${placeLabel(changes)}`,
                  },
                ]),
          ],
        },
        { action: { label: open, url: `${reader.opsUrl}${path}` } },
      ],
    },
  );
}

function textOf(event: ContentNotificationInput["event"]) {
  if (event.type === "PostChangesRequested") {
    return {
      subject: "Changes requested",
      headline: "A customer asked for changes to a post.",
      message: "Make the next version from their words.",
      open: "Open the post",
      path: opsLinks.post(event.data.postId),
    };
  }
  const brief = { open: "Open the brief", path: `${opsLinks.customer(event.data.userId)}#brief` };
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
