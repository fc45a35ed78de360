import { z } from "zod";
import { FORM_TYPES } from "#contracts/api/enquiry.ts";
import { idPattern, type EnquiryId } from "#contracts/ids.ts";
import { eventSchema } from "./envelope.ts";

const Version1 = z.strictObject({
  submissionId: z.custom<EnquiryId>(
    (value) => typeof value === "string" && idPattern("submission").test(value),
    "not a submission id",
  ),
  formType: z.enum(FORM_TYPES),
});

const Version2 = Version1.extend({
  conversionConsent: z.boolean(),
});

/** Version 1 lacks consent. */
export const ContactSubmitted = z.discriminatedUnion("version", [
  eventSchema("ContactSubmitted", 2, Version2),
  eventSchema("ContactSubmitted", 1, Version1).transform((event) => ({
    ...event,
    version: 2 as const,
    data: { ...event.data, conversionConsent: false },
  })),
]);
