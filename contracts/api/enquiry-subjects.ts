/** The first is the default. Apart from the schema, so that the form renders before zod is loaded. */
export const CONTACT_SUBJECTS = [
  { value: "General Inquiry", label: "General Inquiry" },
  { value: "Custom Package", label: "Custom Package Request" },
  { value: "Technical Support", label: "Technical Support" },
  { value: "Billing Question", label: "Billing Question" },
  { value: "Partnership Opportunity", label: "Partnership Opportunity" },
  { value: "Media Inquiry", label: "Media Inquiry" },
] as const;
