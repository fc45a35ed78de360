import * as z from "zod";
import { FORM_TYPES } from "#contracts/api/enquiry.ts";
import { eventSchema, idSchema } from "./envelope.ts";

export const ContactSubmitted = eventSchema("ContactSubmitted", {
  submissionId: idSchema("submission"),
  formType: z.enum(FORM_TYPES),
  conversionConsent: z.boolean(),
});

/** So many enquiries came that the team reads of some in one mail. */
export const EnquiriesDigested = eventSchema("EnquiriesDigested", {
  since: z.iso.datetime(),
  until: z.iso.datetime(),
});
