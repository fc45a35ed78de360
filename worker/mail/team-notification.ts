import {
  ENQUIRY_FIELD_NAMES,
  ENQUIRY_FIELDS,
  type EnquiryField,
} from "#contracts/api/enquiry-fields.ts";
import type { FormType, StoredForm } from "#contracts/api/enquiry.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import { opsLinks, eventListUrl } from "../ops-links.ts";
import type { Mail } from "../ports/mailer.ts";
import { formatBritishTime } from "./british-time.ts";
import { composeMail } from "./compose-mail.tsx";
import type { DetailRow } from "./detail-rows.tsx";
import { senderOf, teamNotificationParams, type TeamNotificationParams } from "./enquiry-params.ts";
import { singleLine } from "./single-line.ts";
import { teamMail, type TeamMailReader } from "./team-mail.ts";

export type TeamNotificationInput = TeamMailReader & { eventId: string; occurredAt: string };

// Names and company together may exceed the subject line of any inbox.
const SUBJECT_CHARS_MAX = 150;

const FORMS: Record<FormType, string> = {
  contact: "Contact form",
  "free-trial": "Free trial",
  demo: "Demo request",
  "sample-month": "Sample month",
};

const FURTHER_TRIAL =
  "This address has asked for a free trial before, and the terms give each business one.";

/** @throws {RangeError} for an invalid `occurredAt` */
export function teamNotification(
  { payload, isFurtherTrial = false }: { payload: StoredForm; isFurtherTrial?: boolean },
  { eventId, occurredAt, ...reader }: TeamNotificationInput,
): Mail {
  const params = teamNotificationParams(payload, occurredAt, reader.to);
  const form = FORMS[payload.form_type];
  const heading = `${form}: ${senderOf(payload)}`;
  const subject = isProvided(params.subject) ? `${heading} (${params.subject})` : heading;
  return composeMail(reader, {
    replyTo: payload.email,
    subject: singleLine(subject, SUBJECT_CHARS_MAX),
    title: subject,
    preview: params.summary,
    kicker: form,
    blocks: [
      { headline: `${params.first_name} ${params.last_name}` },
      { time: params.submission_time },
      ...freeTexts(params).map((quote) => ({ quote })),
      isFurtherTrial && { text: FURTHER_TRIAL },
      { rows: details(params) },
      { action: { label: "Open this enquiry", url: `${reader.opsUrl}${opsLinks.event(eventId)}` } },
      { note: "Reply to this email to answer the visitor." },
    ],
    reason: `Sent to the team for every enquiry from the site. Request ${reader.correlationId}.`,
    stored: { template: "team-notification", params },
  });
}

export type EnquiryDigestInput = TeamMailReader & {
  enquiries: readonly { payload: StoredForm; createdAt: string }[];
  /** More than are listed. */
  hasMore: boolean;
};

/** Tells the team in one mail of enquiries that have none of their own. */
export function enquiryDigest({ enquiries, hasMore, ...reader }: EnquiryDigestInput): Mail {
  const count = `${enquiries.length}${hasMore ? " and more" : ""}`;
  return teamMail(reader, {
    subject: `Enquiries: ${count} in one mail`,
    kicker: "Enquiries",
    blocks: [
      { headline: "Many enquiries came at once." },
      { text: "So many came within an hour that these have no mail of their own." },
      {
        rows: enquiries.map(({ payload, createdAt }, index) => ({
          label: `${index + 1}. ${formatBritishTime(createdAt)}`,
          value: `${FORMS[payload.form_type]}: ${senderOf(payload)}`,
          dir: "auto",
        })),
      },
      {
        action: {
          label: "Open the enquiries",
          url: `${reader.opsUrl}${eventListUrl({ type: "ContactSubmitted" })}`,
        },
      },
    ],
    because: "when many enquiries come",
  });
}

type Detail = Pick<DetailRow, "label" | "value" | "href">;

export function freeTexts(params: TeamNotificationParams): Detail[] {
  return ENQUIRY_FIELD_NAMES.filter((name) => isFreeText(params, name)).map((name) =>
    detailOf(params, name),
  );
}

export function details(params: TeamNotificationParams): DetailRow[] {
  return ENQUIRY_FIELD_NAMES.filter(
    (name) =>
      ENQUIRY_FIELDS[name].kind !== "text" && !name.endsWith("_name") && isProvided(params[name]),
  ).map((name) => ({ ...detailOf(params, name), dir: "auto" }));
}

// An unknown visitor's website may be a phishing page, so only the address is a link.
const detailOf = (params: TeamNotificationParams, name: EnquiryField): Detail => ({
  label: ENQUIRY_FIELDS[name].label,
  value: params[name],
  ...(name === "email" && { href: `mailto:${params.email}` }),
});

const isFreeText = (params: TeamNotificationParams, name: EnquiryField): boolean =>
  ENQUIRY_FIELDS[name].kind === "text" && isProvided(params[name]);

function isProvided(value: string): boolean {
  return value !== MESSAGES.mail.notProvided;
}
