import {
  ENQUIRY_FIELD_NAMES,
  ENQUIRY_FIELDS,
  type EnquiryField,
} from "#contracts/api/enquiry-fields.ts";
import { CONTACT_SUBJECTS } from "#contracts/api/enquiry-subjects.ts";
import {
  type AnsweredForm,
  type FormType,
  namesOf,
  type StoredForm,
} from "#contracts/api/enquiry.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import { autoReplyContent } from "./auto-reply-content.ts";
import { formatBritishTime } from "./british-time.ts";
import { isCompanyName, isName } from "./greeting.ts";
import { singleLine } from "./single-line.ts";

export type TeamNotificationParams = Record<EnquiryField, string> & {
  to_email: string;
  form_type: FormType;
  submission_time: string;
  summary: string;
};

type AutoReplyParams = {
  to_email: string;
  to_name: string;
  form_type: FormType;
  company: string;
  reply_message: string;
};

type FormFields = { [Name in EnquiryField]?: string | undefined };

const SENT: Record<FormType, string> = {
  contact: "a message",
  "free-trial": "a free trial request",
  demo: "a demo request",
  "sample-month": "an address for a sample month",
};

/**
 * @param submittedAt ISO 8601, with its offset
 * @throws {RangeError} for an invalid `submittedAt`
 */
export function teamNotificationParams(
  form: StoredForm,
  submittedAt: string,
  teamEmail: string,
): TeamNotificationParams {
  const fields: FormFields = { ...form, subject: subjectLabel(form) };
  const given = ENQUIRY_FIELD_NAMES.map((name) => {
    const value = fields[name];
    const isLine = ENQUIRY_FIELDS[name].kind === "line";
    return [name, orNotProvided(isLine && value !== undefined ? singleLine(value) : value)];
  });
  return {
    to_email: teamEmail,
    form_type: form.form_type,
    ...(Object.fromEntries(given) as Record<EnquiryField, string>),
    submission_time: formatBritishTime(submittedAt),
    summary: summaryOf(form),
  };
}

/**
 * `to_name` and `company` are included only if they can be nothing but names: the address may not
 * be the visitor's.
 */
export const autoReplyParams = (form: AnsweredForm): AutoReplyParams => ({
  to_email: form.email,
  to_name: isName(form.first_name) ? form.first_name : MESSAGES.mail.noName,
  form_type: form.form_type,
  company: orNotProvided(isCompanyName(form.company ?? "") ? form.company : undefined),
  reply_message: autoReplyContent(form.form_type).message,
});

export function senderOf(form: StoredForm): string {
  const { firstName, lastName } = namesOf(form);
  return singleLine([`${firstName} ${lastName}`, form.company].filter(isGiven).join(", "));
}

function summaryOf(form: StoredForm): string {
  const subject = subjectLabel(form);
  const about = isGiven(subject) ? `: ${subject}` : "";
  return `${senderOf(form)} sent ${SENT[form.form_type]}${about}`;
}

function subjectLabel(form: FormFields): string | undefined {
  const value = form.subject;
  return CONTACT_SUBJECTS.find((subject) => subject.value === value)?.label ?? value;
}

function orNotProvided(value: string | undefined): string {
  return isGiven(value) ? value : MESSAGES.mail.notProvided;
}

function isGiven(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== "";
}
