import type { FormType, StoredForm } from "#contracts/api/enquiry.ts";
import { opsLinks } from "../ops-links.ts";
import type { Mail } from "../ports/mailer.ts";
import { composeMail } from "./compose-mail.tsx";
import { details, freeTexts, isProvided } from "./enquiry-details.ts";
import { senderOf, teamNotificationParams } from "./enquiry-params.ts";
import { singleLine } from "./single-line.ts";

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
  "sample-month": "Sample month",
};

/** @throws {RangeError} for an invalid `occurredAt` */
export function teamNotification(
  { payload }: { payload: StoredForm },
  { to, siteUrl, opsUrl, eventId, occurredAt, correlationId }: TeamNotificationInput,
): Mail {
  const params = teamNotificationParams(payload, occurredAt, to);
  const form = FORMS[payload.form_type];
  const heading = `${form}: ${senderOf(payload)}`;
  const subject = isProvided(params.subject) ? `${heading} (${params.subject})` : heading;
  return composeMail({
    to,
    replyTo: payload.email,
    subject: singleLine(subject, SUBJECT_CHARS_MAX),
    title: subject,
    preview: params.summary,
    kicker: form,
    blocks: [
      { headline: `${params.first_name} ${params.last_name}` },
      { time: params.submission_time },
      ...freeTexts(params).map((quote) => ({ quote })),
      { rows: details(params) },
      { action: { label: "Open this enquiry", url: `${opsUrl}${opsLinks.event(eventId)}` } },
      { note: "Reply to this email to answer the visitor." },
    ],
    reason: `Sent to the team for every enquiry from the site. Request ${correlationId}.`,
    siteUrl,
    correlationId,
    stored: { template: "team-notification", params },
  });
}
