import { COMPANY } from "#contracts/company.ts";
import { composeMail } from "./compose-mail.tsx";
import { DetailRows } from "./detail-rows.tsx";
import type { Mail } from "./mailer.ts";
import { Action, Headline, Paragraph } from "./typography.tsx";

type AlertMailInput = {
  to: string;
  alerts: readonly { line: string; isOver: boolean; url: string }[];
  siteUrl: string;
  consoleUrl: string;
  correlationId: string;
};

const NEEDED = {
  title: "An operator is needed",
  kicker: "Alert",
  note: "Say in the ops console that you have it: then only its end is told.",
};
const OVER = { title: "All clear", kicker: "All clear", note: "Nothing is left to do." };
const OPEN_CONSOLE = "Open the alerts";

export function alertMail({
  to,
  alerts,
  siteUrl,
  consoleUrl,
  correlationId,
}: AlertMailInput): Mail {
  const { title, kicker, note } = alerts.every(({ isOver }) => isOver) ? OVER : NEEDED;
  const lines = alerts.map(({ line, url }) => `${line}: ${url}`).join("\n");
  const [first] = alerts;
  const preview = first?.line ?? title;
  const more = alerts.length > 1 ? ` and ${alerts.length - 1} more` : "";
  const subject = `${kicker}: ${preview}${more}`;
  return composeMail({
    template: "account",
    to,
    replyTo: COMPANY.email,
    subject,
    title,
    preview,
    kicker,
    body: (
      <>
        <Headline>{title}.</Headline>
        <Paragraph>{note}</Paragraph>
        <DetailRows rows={alerts.map(({ line, url }) => ({ label: line, value: url }))} />
        <Action href={consoleUrl}>{OPEN_CONSOLE}</Action>
      </>
    ),
    paragraphs: [`${title}.`, note, lines, `${OPEN_CONSOLE}: ${consoleUrl}`],
    reason: "Sent to the team at most once an hour for each cause, and when it is over.",
    params: {
      to_email: to,
      subject,
      headline: title,
      message: lines,
      link: consoleUrl,
      code: "",
      note: "",
    },
    siteUrl,
    correlationId,
  });
}
