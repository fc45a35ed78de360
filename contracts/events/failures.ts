import * as z from "zod";
import { eventSchema } from "./envelope.ts";

/** A run of a schedule failed, as a whole or for some of its rows. */
export const ScheduleFailed = eventSchema("ScheduleFailed", {
  schedule: z.string().regex(/^[a-z-]{1,50}$/),
  /** The first rows; none for a run that failed as a whole. */
  failedIds: z.array(z.string().max(255)).meta({ isId: true }),
});

export const WEBHOOKS = ["calendly", "resend", "stripe", "twilio"] as const;

/** A company signed a notification that we cannot read. What stands in it stays there. */
export const WebhookUnread = eventSchema("WebhookUnread", {
  webhook: z.enum(WEBHOOKS),
  /** Its type, in the company's words. */
  notification: z.nullable(z.string().regex(/^[\w.-]{1,100}$/)),
  /** Where it can be looked up at the company. */
  objectId: z.nullable(z.string().regex(/^[\w./:-]{1,255}$/)).meta({ isId: true }),
  /** The first fields that break the contract; none when it is no JSON. */
  fields: z.array(z.string().max(255)),
});
