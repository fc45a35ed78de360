import type { Mail } from "../ports/mailer.ts";
import { composeMail, type MailReader } from "./compose-mail.tsx";

type AlertMailInput = MailReader & {
  alerts: readonly { line: string; isOver: boolean; url: string }[];
  consoleUrl: string;
};

const NEEDED = {
  title: "An operator is needed",
  kicker: "Alert",
  text: "Say in the ops console that you have it: then only its end is told.",
};
const OVER = { title: "All clear", kicker: "All clear", text: "Nothing is left to do." };

/** Tells the team what fails, and what is over. */
export function alertMail({ alerts, consoleUrl, ...reader }: AlertMailInput): Mail {
  const { title, kicker, text } = alerts.every(({ isOver }) => isOver) ? OVER : NEEDED;
  const preview = alerts[0]?.line ?? title;
  const more = alerts.length > 1 ? ` and ${alerts.length - 1} more` : "";
  return composeMail(reader, {
    subject: `${kicker}: ${preview}${more}`,
    title,
    preview,
    kicker,
    blocks: [
      { headline: `${title}.` },
      { text },
      { rows: alerts.map(({ line, url }) => ({ label: line, value: url, isLink: true })) },
      { action: { label: "Open the alerts", url: consoleUrl } },
    ],
    reason: "Sent to the team at most once an hour for each cause, and when it is over.",
  });
}
