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
  deskUrl: string;
  correlationId: string;
};

const TITLE = "Something needs a person";
const REASON =
  "Sent to the team when something needs a person: about each cause once an hour at most.";
const OPEN_DESK = "Open the events desk";

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
          What follows happened since the last alert of its kind.
        </Text>
        <DetailRows rows={facts.alerts.map(({ line, url }) => ({ label: line, value: url }))} />
        <Action href={facts.deskUrl}>{OPEN_DESK}</Action>
      </Layout>,
    ),
    text: [
      `${TITLE}.`,
      lines.join("\n"),
      `${OPEN_DESK}: ${facts.deskUrl}`,
      footerText(facts.siteUrl, REASON),
    ].join("\n\n"),
    params: {
      to_email: facts.to,
      subject,
      headline: TITLE,
      message: lines.join("\n"),
      link: facts.deskUrl,
      code: "",
      note: "",
    },
    correlationId: facts.correlationId,
  };
}
