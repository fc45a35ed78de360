import * as z from "zod";
import { stripeId } from "../billing/stripe-id.ts";
import { idPattern } from "../ids.ts";
import { eventSchema } from "./envelope.ts";

/** A revision after the first one corrects it. */
export const ReportPublished = eventSchema(
  "ReportPublished",
  1,
  z.strictObject({
    userId: z.uuid(),
    /** Null when the last subscription has ended. */
    subscriptionId: z.nullable(stripeId("subscription")),
    reportId: z.string().regex(idPattern("report")),
    /** Number of the period: the first 30 days of the account are 1. */
    number: z.int().min(1),
    revision: z.int().min(1),
  }),
);
