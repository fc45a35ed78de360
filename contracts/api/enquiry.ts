import * as z from "zod/mini";
import { COMPANY_NAME } from "../company-name.ts";
import { EMAIL_MAX, oneLine, TEXT } from "../text.ts";
import { Conversion } from "./conversion.ts";
import { CONTACT_SUBJECTS, SAMPLE_MONTH_CONSENT } from "./enquiry-subjects.ts";

export const FORM_TYPES = ["contact", "free-trial", "demo", "sample-month"] as const;
export type FormType = (typeof FORM_TYPES)[number];

// The limits keep a stored enquiry below the body limit of the edge.
const NAME_MAX = 100;
const LINE_MAX = 200;
const TEXT_MAX = 5_000;

const line = (max: number) => oneLine(max).check(z.minLength(1));
const optionalLine = (max: number) => z.optional(oneLine(max));
const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(TEXT_MAX), z.regex(TEXT));
const optionalText = z.optional(z.string().check(z.trim(), z.maxLength(TEXT_MAX), z.regex(TEXT)));
const email = z.string().check(z.trim(), z.maxLength(EMAIL_MAX), z.email());

const person = { first_name: line(NAME_MAX), last_name: line(NAME_MAX), email };

const honeypot = { hp_field: z.optional(z.string().check(z.maxLength(LINE_MAX))) };

export const ContactForm = z.strictObject({
  form_type: z.literal("contact"),
  ...person,
  company: line(LINE_MAX),
  subject: z.enum(CONTACT_SUBJECTS.map((subject) => subject.value)),
  message: text,
  source: line(NAME_MAX),
  ...honeypot,
});

export const FreeTrialForm = z.strictObject({
  form_type: z.literal("free-trial"),
  ...person,
  phone: optionalLine(NAME_MAX),
  company: optionalLine(LINE_MAX),
  website: optionalLine(LINE_MAX),
  business_type: optionalLine(NAME_MAX),
  preferred_platform: optionalLine(NAME_MAX),
  goals: optionalText,
  source: optionalLine(NAME_MAX),
  ...honeypot,
});

export const DemoForm = z.strictObject({
  form_type: z.literal("demo"),
  ...person,
  phone: optionalLine(NAME_MAX),
  company: optionalLine(LINE_MAX),
  message: optionalText,
  source: optionalLine(NAME_MAX),
  ...honeypot,
});

const nameInMail = () => oneLine(NAME_MAX).check(z.regex(COMPANY_NAME));

/**
 * Tidepost sends the sample month to an address that may be a stranger's. The mail repeats the name and the town, so the form
 * limits both.
 */
export const SampleMonthForm = z.strictObject({
  form_type: z.literal("sample-month"),
  email,
  company: nameInMail(),
  town: nameInMail(),
  business_type: optionalLine(NAME_MAX),
  consent: z.literal(SAMPLE_MONTH_CONSENT),
  source: optionalLine(NAME_MAX),
  ...honeypot,
});

/** A visitor fills in one of these forms. */
export const EnquiryForm = z.discriminatedUnion("form_type", [
  ContactForm,
  FreeTrialForm,
  DemoForm,
  SampleMonthForm,
]);

const conversion = { conversion: z.optional(Conversion) };

/** `POST /rest/v1/form_submissions`: the form, and for a visitor who consented what Meta is told. */
export const EnquiryRequest = z.discriminatedUnion("form_type", [
  z.extend(ContactForm, conversion),
  z.extend(FreeTrialForm, conversion),
  z.extend(DemoForm, conversion),
  z.extend(SampleMonthForm, conversion),
]);

export type ContactForm = z.infer<typeof ContactForm>;
export type FreeTrialForm = z.infer<typeof FreeTrialForm>;
export type DemoForm = z.infer<typeof DemoForm>;
export type EnquiryForm = z.infer<typeof EnquiryForm>;
export type EnquiryRequest = z.infer<typeof EnquiryRequest>;

type WithoutHoneypot<T> = T extends unknown ? Omit<T, "hp_field"> : never;
export type StoredForm = WithoutHoneypot<EnquiryForm>;

/** An enquiry that the team answers. */
export type AnsweredForm = Exclude<StoredForm, { form_type: "sample-month" }>;

/** Both are empty for a sample month, whose form does not ask for them. */
export function namesOf(form: StoredForm): { firstName: string; lastName: string } {
  return form.form_type === "sample-month"
    ? { firstName: "", lastName: "" }
    : { firstName: form.first_name, lastName: form.last_name };
}
