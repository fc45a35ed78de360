import type { AnsweredForm } from "./enquiry.ts";

type FieldOf<F> = F extends unknown ? keyof F : never;
export type EnquiryField = Exclude<FieldOf<AnsweredForm>, "form_type" | "source">;

/** A visitor fills in these fields; mails and pages list them in this order. A text may have several lines. */
export const ENQUIRY_FIELDS: Readonly<
  Record<EnquiryField, { label: string; kind: "line" | "text" }>
> = {
  first_name: { label: "First name", kind: "line" },
  last_name: { label: "Last name", kind: "line" },
  email: { label: "Email", kind: "line" },
  phone: { label: "Phone", kind: "line" },
  company: { label: "Company", kind: "line" },
  website: { label: "Website", kind: "line" },
  business_type: { label: "Business type", kind: "line" },
  preferred_platform: { label: "Preferred platform", kind: "line" },
  subject: { label: "Subject", kind: "line" },
  message: { label: "Message", kind: "text" },
  goals: { label: "Goals", kind: "text" },
};

export const ENQUIRY_FIELD_NAMES = Object.keys(ENQUIRY_FIELDS) as readonly EnquiryField[];
