/** The first is the default. Apart from the schema, so that the form renders before zod is loaded. */
export const CONTACT_SUBJECTS = [
  { value: "General Inquiry", label: "General Inquiry" },
  { value: "Custom Package", label: "Custom Package Request" },
  { value: "Technical Support", label: "Technical Support" },
  { value: "Billing Question", label: "Billing Question" },
  { value: "Partnership Opportunity", label: "Partnership Opportunity" },
  { value: "Media Inquiry", label: "Media Inquiry" },
] as const;

/** A visitor ticks this to be sent a sample month; the row keeps the words, and the time. */
export const SAMPLE_MONTH_CONSENT =
  "Email me these twelve posts, once. My address is used for nothing else.";
