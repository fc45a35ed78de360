import * as z from "zod/mini";
import { CONTACT_SUBJECTS } from "./enquiry-subjects.ts";
import { TEXT } from "../text.ts";
import { Conversion } from "./conversion.ts";

/**
 * The enquiry forms: what the browser sends to `POST /rest/v1/form_submissions` and the row that comes back.
 * Written in zod/mini because the browser checks with the same schema before it sends.
 */

export const FORM_TYPES = ["contact", "free-trial", "demo"] as const;
export type FormType = (typeof FORM_TYPES)[number];

// Names longer than these are not names; the limits keep a stored enquiry under the body limit.
const NAME_MAX = 100;
const LINE_MAX = 200;
const TEXT_MAX = 5_000;
/** RFC 5321: the longest address that can be delivered to. */
const EMAIL_MAX = 254;

// Postgres text cannot hold NUL, other control characters break mail headers, and a lone surrogate is not text.
const LINE = /^[^\p{Cc}\p{Cs}]*$/u;

const line = (max: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(max), z.regex(LINE));
const optionalLine = (max: number) =>
  z.optional(z.string().check(z.trim(), z.maxLength(max), z.regex(LINE)));
const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(TEXT_MAX), z.regex(TEXT));
const optionalText = z.optional(z.string().check(z.trim(), z.maxLength(TEXT_MAX), z.regex(TEXT)));
const email = z.string().check(z.trim(), z.maxLength(EMAIL_MAX), z.email());

const person = {
  first_name: line(NAME_MAX),
  last_name: line(NAME_MAX),
  email,
};

/** Invisible to people; what fills it in is a machine. */
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

export const EnquiryForm = z.discriminatedUnion("form_type", [
  ContactForm,
  FreeTrialForm,
  DemoForm,
]);

/** What the browser sends: the form, and beside it what only comes from visitors who consented. */
const consented = { conversion: z.optional(Conversion) };
export const EnquiryRequest = z.discriminatedUnion("form_type", [
  z.extend(ContactForm, consented),
  z.extend(FreeTrialForm, consented),
  z.extend(DemoForm, consented),
]);

export type ContactForm = z.infer<typeof ContactForm>;
export type FreeTrialForm = z.infer<typeof FreeTrialForm>;
export type DemoForm = z.infer<typeof DemoForm>;
export type EnquiryForm = z.infer<typeof EnquiryForm>;
export type EnquiryRequest = z.infer<typeof EnquiryRequest>;

/** What is kept of a form: everything but the honeypot. */
type Kept<T> = T extends unknown ? Omit<T, "hp_field"> : never;
export type StoredForm = Kept<EnquiryForm>;

/** The stored row, as the API answers it. */
export type EnquiryRow = StoredForm & { id: string; created_at: string };
