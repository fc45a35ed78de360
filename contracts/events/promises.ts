import * as z from "zod";
import { stripeId } from "../billing/stripe-id.ts";
import { type EnquiryId, idPattern } from "../ids.ts";
import { eventSchema } from "./envelope.ts";

export const PROMISE_RULES = [
  "answer-enquiry",
  "contact-trial",
  "trial-content",
  "contact-after-payment",
  "arrange-call",
  "contact-after-rejection",
  "decide-refund",
  "send-refund",
  "first-content",
  "go-live",
  "send-report",
  "answer-changes",
  "answer-comment",
] as const;
export type PromiseRuleId = (typeof PROMISE_RULES)[number];

export const CONTACT_CHANNELS = ["mail", "phone", "whatsapp"] as const;
export type ContactChannel = (typeof CONTACT_CHANNELS)[number];

const channel = z.enum(CONTACT_CHANNELS);

const submissionId = z.custom<EnquiryId>(
  (value) => typeof value === "string" && idPattern("submission").test(value),
  "not a submission id",
);

/** An operator answered; the auto-reply does not count. */
export const EnquiryAnswered = eventSchema(
  "EnquiryAnswered",
  1,
  z.strictObject({ submissionId, channel }),
);

const Contact = z.strictObject({
  customerId: stripeId("customer"),
  subscriptionId: stripeId("subscription"),
  channel,
});
export type ContactFacts = z.infer<typeof Contact>;

/** An operator wrote to the customer or called. */
export const CustomerContacted = eventSchema("CustomerContacted", 1, Contact);

/** The strategy call of the retention offer has a date. */
export const CallArranged = eventSchema("CallArranged", 1, Contact);

const Promised = z.strictObject({
  promiseId: z.int(),
  rule: z.enum(PROMISE_RULES),
  startedAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
});
export type PromiseFacts = z.infer<typeof Promised>;

/** The promise is not kept yet, and due soon. */
export const PromiseDue = eventSchema(
  "PromiseDue",
  1,
  Promised.extend({ warnAt: z.iso.datetime() }),
);

export const PromiseMissed = eventSchema(
  "PromiseMissed",
  1,
  Promised.extend({
    /** False when no worker ran in time to warn the team. */
    isWarned: z.boolean(),
  }),
);
