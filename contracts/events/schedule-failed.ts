import * as z from "zod";
import { eventSchema } from "./envelope.ts";

/** A run of a schedule failed, as a whole or for some of its rows. */
export const ScheduleFailed = eventSchema(
  "ScheduleFailed",
  1,
  z.strictObject({
    schedule: z.string().regex(/^[a-z-]{1,50}$/),
    /** The first rows; none for a run that failed as a whole. */
    failedIds: z.array(z.string().max(255)).meta({ isId: true }),
  }),
);
