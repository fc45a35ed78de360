import * as z from "zod";
import { FORM_TYPES } from "#contracts/api/enquiry.ts";
import { type EnquiryId, idPattern } from "#contracts/ids.ts";
import { eventSchema } from "./envelope.ts";

export const ContactSubmitted = eventSchema("ContactSubmitted", {
  submissionId: z.custom<EnquiryId>(
    (value) => typeof value === "string" && idPattern("submission").test(value),
    "not a submission id",
  ),
  formType: z.enum(FORM_TYPES),
  conversionConsent: z.boolean(),
});

/** So many enquiries came that the team reads of some in one mail. */
export const EnquiriesDigested = eventSchema("EnquiriesDigested", {
  since: z.iso.datetime(),
  until: z.iso.datetime(),
});
