import * as z from "zod";
import { stripeId } from "../billing/stripe-id.ts";
import { eventSchema, idSchema } from "./envelope.ts";

export const PROMISE_RULES = [
  "answer-enquiry",
  "contact-trial",
  "trial-content",
  "contact-after-payment",
  "arrange-call",
  "hold-call",
  "contact-after-rejection",
  "decide-refund",
  "send-refund",
  "first-content",
  "go-live",
  "send-report",
  "answer-changes",
  "answer-comment",
  "publish-post",
  "publish-late-post",
  "stop-post",
  "stop-erased-posts",
] as const;
export type PromiseRuleId = (typeof PROMISE_RULES)[number];

export const CONTACT_CHANNELS = ["mail", "phone", "whatsapp"] as const;
export type ContactChannel = (typeof CONTACT_CHANNELS)[number];

const channel = z.enum(CONTACT_CHANNELS);

/** An operator answered; the auto-reply does not count. */
export const EnquiryAnswered = eventSchema("EnquiryAnswered", {
  submissionId: idSchema("submission"),
  channel,
});

const contact = {
  customerId: stripeId("customer"),
  subscriptionId: stripeId("subscription"),
  channel,
};

/** An operator wrote to the customer or called. */
export const CustomerContacted = eventSchema("CustomerContacted", contact);

/** The strategy call of the retention offer has a date. */
export const CallArranged = eventSchema("CallArranged", contact);

const promised = {
  promiseId: z.int(),
  rule: z.enum(PROMISE_RULES),
  startedAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
};

/** One email tells an account manager, or the team, of all promises that are due soon or missed. */
export const PromisesAnnounced = eventSchema("PromisesAnnounced", {
  /** Null: of customers without an account manager, and of enquiries. */
  managerId: z.nullable(z.uuid()),
  promiseIds: z.array(z.int()).min(1).max(1_000),
});

const workOfDay = { managerId: z.nullable(z.uuid()), day: z.iso.date() };

/** In the morning an account manager, or the team, reads what the day asks for. */
export const MorningWorkListed = eventSchema("MorningWorkListed", workOfDay);

/** Before days off, each account manager gets a list of the planned posts that still need an act; the team gets those without a manager. */
export const WeekendWorkListed = eventSchema("WeekendWorkListed", workOfDay);

/** Until 28 November 2026 each promise that was due soon had an event of its own. */
export const PromiseDue = eventSchema("PromiseDue", {
  ...promised,
  warnAt: z.iso.datetime(),
});

/** Has the fields of `PromiseDue`. */
export const PromiseMissed = eventSchema("PromiseMissed", {
  ...promised,
  /** False when no worker ran in time to warn the team. */
  isWarned: z.boolean(),
});
