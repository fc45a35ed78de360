import { Text } from "@react-email/text";
import type { FormType, StoredForm } from "#contracts/api/form-submission.ts";
import { senderOf, type TeamNotificationParams, teamNotificationParams } from "./enquiry-params.ts";
import {
  details,
  Details,
  isProvided,
  linesOf,
  Written,
  writtenTexts,
} from "./enquiry-details.tsx";
import { footerText, Layout } from "./layout.tsx";
import type { Mail } from "./mailer.ts";
import { renderHtml } from "./render-html.ts";
import { singleLine } from "./single-line.ts";
import { BASE, text } from "./theme.ts";
import { Action, Headline } from "./typography.tsx";

export type TeamNotificationFacts = {
  /** The team's address. */
  to: string;
  /** Origins, without a slash at the end. */
  siteUrl: string;
  opsUrl: string;
  eventId: string;
  /** When the form was sent, ISO 8601. */
  occurredAt: string;
  correlationId: string;
};

// Names and company together may be longer than any inbox shows.
const SUBJECT_CHARS_MAX = 150;

const FORMS: Record<FormType, string> = {
  contact: "Contact form",
  "free-trial": "Free trial",
  demo: "Demo request",
};

/**
 * Tells the team of an enquiry. Replying answers the visitor.
 *
 * @throws {RangeError} when `occurredAt` is not a moment
 */
export function teamNotification(
  submission: { payload: StoredForm },
  facts: TeamNotificationFacts,
): Mail {
  const form = submission.payload;
  const params = teamNotificationParams(form, facts.occurredAt, facts.to);
  const props: TeamNotificationProps = {
    ...facts,
    params,
    form: FORMS[form.form_type],
    sender: senderOf(form),
    eventUrl: `${facts.opsUrl}/ops/events/${encodeURIComponent(facts.eventId)}`,
  };
  return {
    template: "team-notification",
    to: facts.to,
    replyTo: form.email,
    subject: singleLine(subjectOf(props), SUBJECT_CHARS_MAX),
    html: renderHtml(<TeamNotification {...props} />),
    text: teamNotificationText(props),
    params,
    correlationId: facts.correlationId,
  };
}

type TeamNotificationProps = Pick<TeamNotificationFacts, "siteUrl" | "correlationId"> & {
  params: TeamNotificationParams;
  form: string;
  sender: string;
  eventUrl: string;
};

function subjectOf({ form, sender, params }: TeamNotificationProps): string {
  const about = isProvided(params.subject) ? ` (${params.subject})` : "";
  return `${form}: ${sender}${about}`;
}

function TeamNotification(props: TeamNotificationProps) {
  const { params, form, siteUrl, eventUrl } = props;
  return (
    <Layout
      title={subjectOf(props)}
      preview={params.summary}
      kicker={form}
      siteUrl={siteUrl}
      reason={reasonFor(props)}
    >
      <Headline>{`${params.first_name} ${params.last_name}`}</Headline>
      <Text {...text("soft", { ...BASE, margin: "8px 0 0" })}>{params.submission_time}</Text>
      {writtenTexts(params).map(({ label, value }) => (
        <Written key={label} label={label} value={value} />
      ))}
      <Details params={params} />
      <Action href={eventUrl}>{OPEN}</Action>
      <Text {...text("soft", { ...BASE, margin: "20px 0 0" })}>{REPLY}</Text>
    </Layout>
  );
}

const OPEN = "Open this enquiry";
const REPLY = "Reply to this email to answer the visitor.";

function reasonFor({ correlationId }: TeamNotificationProps): string {
  return `Sent to the team for every enquiry from the site. Request ${correlationId}.`;
}

function teamNotificationText(props: TeamNotificationProps): string {
  const { params, form, sender, eventUrl, siteUrl } = props;
  return [
    `${form}: ${sender}`,
    params.submission_time,
    details(params)
      .map(({ label, value }) => `${label}: ${value}`)
      .join("\n"),
    // Quoted, so that nothing a stranger wrote can pass for a line of ours.
    ...writtenTexts(params).map(
      ({ label, value }) =>
        `${label}:\n${linesOf(value)
          .map((line) => `> ${line}`)
          .join("\n")}`,
    ),
    `${OPEN}: ${eventUrl}`,
    REPLY,
    footerText(siteUrl, reasonFor(props)),
  ].join("\n\n");
}
