import { z } from "zod";
import { FORM_TYPES } from "#contracts/api/form-submission.ts";
import { idPattern, type SubmissionId } from "#contracts/ids.ts";
import { eventSchema } from "./envelope.ts";

/** A visitor sent one of the enquiry forms. */
export const ContactSubmitted = eventSchema(
  "ContactSubmitted",
  1,
  z.strictObject({
    submissionId: z.custom<SubmissionId>(
      (value) => typeof value === "string" && idPattern("submission").test(value),
      "not a submission id",
    ),
    formType: z.enum(FORM_TYPES),
  }),
);
