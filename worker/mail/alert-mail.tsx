import { Text } from "@react-email/text";
import { COMPANY } from "#contracts/company.ts";
import { DetailRows } from "./detail-rows.tsx";
import { footerText, Layout } from "./layout.tsx";
import type { Mail } from "./mailer.ts";
import { renderHtml } from "./render-html.ts";
import { BASE, text } from "./theme.ts";
import { Action, Headline } from "./typography.tsx";

export type AlertMailInput = {
  to: string;
  alerts: readonly { line: string; url: string }[];
  siteUrl: string;
  consoleUrl: string;
  correlationId: string;
};

const TITLE = "An operator is needed";
const REASON = "Sent to the team at most once an hour for each cause.";
const OPEN_CONSOLE = "Open the ops console";

export function alertMail(facts: AlertMailInput): Mail {
  const lines = facts.alerts.map(({ line, url }) => `${line}: ${url}`);
  const [first] = facts.alerts;
  const more = facts.alerts.length > 1 ? ` and ${facts.alerts.length - 1} more` : "";
  const subject = `Alert: ${first?.line ?? TITLE}${more}`;
  return {
    template: "account",
    to: facts.to,
    replyTo: COMPANY.email,
    subject,
    html: renderHtml(
      <Layout
        title={TITLE}
        preview={first?.line ?? TITLE}
        kicker="Alert"
        siteUrl={facts.siteUrl}
        reason={REASON}
      >
        <Headline>{TITLE}.</Headline>
        <Text {...text("ink", { ...BASE, margin: "20px 0 0" })}>
          These happened since the last alert of their kind.
        </Text>
        <DetailRows rows={facts.alerts.map(({ line, url }) => ({ label: line, value: url }))} />
        <Action href={facts.consoleUrl}>{OPEN_CONSOLE}</Action>
      </Layout>,
    ),
    text: [
      `${TITLE}.`,
      lines.join("\n"),
      `${OPEN_CONSOLE}: ${facts.consoleUrl}`,
      footerText(facts.siteUrl, REASON),
    ].join("\n\n"),
    params: {
      to_email: facts.to,
      subject,
      headline: TITLE,
      message: lines.join("\n"),
      link: facts.consoleUrl,
      code: "",
      note: "",
    },
    correlationId: facts.correlationId,
  };
}
