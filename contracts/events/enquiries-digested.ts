import * as z from "zod";
import { eventSchema } from "./envelope.ts";

/** So many enquiries came that the team reads of some in one mail. */
export const EnquiriesDigested = eventSchema(
  "EnquiriesDigested",
  1,
  z.strictObject({ since: z.iso.datetime(), until: z.iso.datetime() }),
);
