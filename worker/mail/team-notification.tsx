import type { FormType, StoredForm } from "#contracts/api/enquiry.ts";
import { paths } from "../ops/paths.ts";
import { composeMail } from "./compose-mail.tsx";
import { DetailRows } from "./detail-rows.tsx";
import { details, FreeText, freeTexts, isProvided, lines } from "./enquiry-details.tsx";
import { senderOf, teamNotificationParams } from "./enquiry-params.ts";
import type { Mail } from "./mailer.ts";
import { singleLine } from "./single-line.ts";
import { Action, Headline, Paragraph } from "./typography.tsx";

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

export const FORMS: Record<FormType, string> = {
  contact: "Contact form",
  "free-trial": "Free trial",
  demo: "Demo request",
};

const OPEN = "Open this enquiry";
const REPLY = "Reply to this email to answer the visitor.";

/** @throws {RangeError} for an invalid `occurredAt` */
export function teamNotification(
  { payload }: { payload: StoredForm },
  input: TeamNotificationInput,
): Mail {
  const params = teamNotificationParams(payload, input.occurredAt, input.to);
  const form = FORMS[payload.form_type];
  const heading = `${form}: ${senderOf(payload)}`;
  const subject = isProvided(params.subject) ? `${heading} (${params.subject})` : heading;
  const eventUrl = `${input.opsUrl}${paths.event(input.eventId)}`;
  const texts = freeTexts(params);
  const rows = details(params);
  return composeMail({
    template: "team-notification",
    to: input.to,
    replyTo: payload.email,
    subject: singleLine(subject, SUBJECT_CHARS_MAX),
    title: subject,
    preview: params.summary,
    kicker: form,
    body: (
      <>
        <Headline>{`${params.first_name} ${params.last_name}`}</Headline>
        <Paragraph colour="soft" marginTop={8}>
          {params.submission_time}
        </Paragraph>
        {texts.map(({ label, value }) => (
          <FreeText key={label} label={label} value={value} />
        ))}
        <DetailRows rows={rows} marginTop={32} />
        <Action href={eventUrl}>{OPEN}</Action>
        <Paragraph colour="soft">{REPLY}</Paragraph>
      </>
    ),
    paragraphs: [
      heading,
      params.submission_time,
      rows.map(({ label, value }) => `${label}: ${value}`).join("\n"),
      ...texts.map(({ label, value }) => `${label}:\n${quoted(value)}`),
      `${OPEN}: ${eventUrl}`,
      REPLY,
    ],
    reason: `Sent to the team for every enquiry from the site. Request ${input.correlationId}.`,
    params,
    siteUrl: input.siteUrl,
    correlationId: input.correlationId,
  });
}

/** Prefixes each line, so that the visitor's text cannot imitate ours. */
function quoted(value: string): string {
  return lines(value)
    .map((line) => `> ${line}`)
    .join("\n");
}
