import { COMPANY } from "#contracts/company.ts";
import { composeMail } from "./compose-mail.tsx";
import { DetailRows } from "./detail-rows.tsx";
import type { Mail } from "./mailer.ts";
import { Action, Headline, Paragraph } from "./typography.tsx";

type AlertMailInput = {
  to: string;
  alerts: readonly { line: string; url: string }[];
  siteUrl: string;
  consoleUrl: string;
  correlationId: string;
};

const TITLE = "An operator is needed";
const OPEN_CONSOLE = "Open the ops console";

export function alertMail({
  to,
  alerts,
  siteUrl,
  consoleUrl,
  correlationId,
}: AlertMailInput): Mail {
  const lines = alerts.map(({ line, url }) => `${line}: ${url}`).join("\n");
  const [first] = alerts;
  const preview = first?.line ?? TITLE;
  const more = alerts.length > 1 ? ` and ${alerts.length - 1} more` : "";
  const subject = `Alert: ${preview}${more}`;
  return composeMail({
    template: "account",
    to,
    replyTo: COMPANY.email,
    subject,
    title: TITLE,
    preview,
    kicker: "Alert",
    body: (
      <>
        <Headline>{TITLE}.</Headline>
        <Paragraph>These happened since the last alert of their kind.</Paragraph>
        <DetailRows rows={alerts.map(({ line, url }) => ({ label: line, value: url }))} />
        <Action href={consoleUrl}>{OPEN_CONSOLE}</Action>
      </>
    ),
    paragraphs: [`${TITLE}.`, lines, `${OPEN_CONSOLE}: ${consoleUrl}`],
    reason: "Sent to the team at most once an hour for each cause.",
    params: {
      to_email: to,
      subject,
      headline: TITLE,
      message: lines,
      link: consoleUrl,
      code: "",
      note: "",
    },
    siteUrl,
    correlationId,
  });
}
