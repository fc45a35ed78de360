import { Text } from "@react-email/text";
import type { FormType, StoredForm } from "#contracts/api/enquiry.ts";
import { senderOf, type TeamNotificationParams, teamNotificationParams } from "./enquiry-params.ts";
import { details, Details, isProvided, FreeText, freeTexts, lines } from "./enquiry-details.tsx";
import { footerText, Layout } from "./layout.tsx";
import type { Mail } from "./mailer.ts";
import { renderHtml } from "./render-html.ts";
import { singleLine } from "./single-line.ts";
import { BASE, text } from "./theme.ts";
import { Action, Headline } from "./typography.tsx";

export type TeamNotificationInput = {
  to: string;
  siteUrl: string;
  opsUrl: string;
  eventId: string;
  occurredAt: string;
  correlationId: string;
};

// Names and company together may exceed the subject line of any inbox.
const SUBJECT_CHARS_MAX = 150;

const FORMS: Record<FormType, string> = {
  contact: "Contact form",
  "free-trial": "Free trial",
  demo: "Demo request",
};

/** @throws {RangeError} for an invalid `occurredAt` */
export function teamNotification(
  submission: { payload: StoredForm },
  facts: TeamNotificationInput,
): Mail {
  const form = submission.payload;
  const params = teamNotificationParams(form, facts.occurredAt, facts.to);
  const props: TeamNotificationProps = {
    ...params,
    form: FORMS[form.form_type],
    sender: senderOf(form),
    siteUrl: facts.siteUrl,
    eventUrl: `${facts.opsUrl}/ops/events/${encodeURIComponent(facts.eventId)}`,
    correlationId: facts.correlationId,
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

type TeamNotificationProps = TeamNotificationParams & {
  form: string;
  sender: string;
  siteUrl: string;
  eventUrl: string;
  correlationId: string;
};

function subjectOf({ form, sender, subject }: TeamNotificationProps): string {
  const about = isProvided(subject) ? ` (${subject})` : "";
  return `${form}: ${sender}${about}`;
}

function TeamNotification(props: TeamNotificationProps) {
  return (
    <Layout
      title={subjectOf(props)}
      preview={props.summary}
      kicker={props.form}
      siteUrl={props.siteUrl}
      reason={reasonFor(props)}
    >
      <Headline>{`${props.first_name} ${props.last_name}`}</Headline>
      <Text {...text("soft", { ...BASE, margin: "8px 0 0" })}>{props.submission_time}</Text>
      {freeTexts(props).map(({ label, value }) => (
        <FreeText key={label} label={label} value={value} />
      ))}
      <Details params={props} />
      <Action href={props.eventUrl}>{OPEN}</Action>
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
  return [
    `${props.form}: ${props.sender}`,
    props.submission_time,
    details(props)
      .map(({ label, value }) => `${label}: ${value}`)
      .join("\n"),
    ...freeTexts(props).map(({ label, value }) => `${label}:\n${quoted(value)}`),
    `${OPEN}: ${props.eventUrl}`,
    REPLY,
    footerText(props.siteUrl, reasonFor(props)),
  ].join("\n\n");
}

/** Prefixes each line, so that the visitor's text cannot imitate ours. */
function quoted(value: string): string {
  return lines(value)
    .map((line) => `> ${line}`)
    .join("\n");
}
