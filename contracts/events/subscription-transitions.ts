import { z } from "zod";
import { stripeId } from "../billing/stripe-id.ts";
import { END_REASONS } from "../billing/stripe-state.ts";
import { type Id, isId } from "../ids.ts";
import { eventSchema } from "./envelope.ts";

/** What a subscription was when it became so: what a mail says of it is then the same however often it is written. */
const Facts = z.strictObject({
  customerId: stripeId("customer"),
  subscriptionId: stripeId("subscription"),
  /** By their names in the catalogue, the plan first. */
  priceIds: z.array(z.string().max(200)).max(20),
  /** What it costs each month. */
  amountPence: z.int(),
  periodEnd: z.nullable(z.iso.datetime()),
});
export type SubscriptionFacts = z.infer<typeof Facts>;

const BoughtOn = Facts.extend({
  /** The visit to the payment page, where its buyer lets us tell the advertiser; what may be told is beside the visit. */
  consentedCheckoutId: z.nullable(
    z.custom<Id<"checkout">>(
      (value) => typeof value === "string" && isId("checkout", value),
      "not a checkout id",
    ),
  ),
});

const Completed = BoughtOn.extend({
  /** Null where no payment was read. */
  paidPence: z.nullable(z.int()),
  /** Of the payments that follow. */
  discounts: z
    .array(
      z.strictObject({
        /** Null for one that takes off a sum. */
        percentOff: z.nullable(z.number()),
        endsAt: z.nullable(z.iso.datetime()),
      }),
    )
    .max(20),
});

/**
 * A customer paid for a subscription, and it runs. Versions 1 to 3 do not say what was paid or taken off, and 1 and 2 not
 * with which checkout session: they are read as a version 4 without these.
 */
export const CheckoutCompleted = z.discriminatedUnion("version", [
  eventSchema("CheckoutCompleted", 4, Completed),
  eventSchema("CheckoutCompleted", 3, BoughtOn).transform(toCompleted),
  eventSchema("CheckoutCompleted", 2, Facts).transform(toCompleted),
  eventSchema("CheckoutCompleted", 1, Facts).transform(toCompleted),
]);

function toCompleted<E extends { version: number; data: SubscriptionFacts }>(event: E) {
  return {
    ...event,
    version: 4 as const,
    data: { consentedCheckoutId: null, paidPence: null, discounts: [], ...event.data },
  };
}

/** A payment that was due did not come: declined, or its owner's bank wants to ask them first. */
export const PaymentFailed = eventSchema("PaymentFailed", 1, Facts);

/** What was owed has been paid. */
export const PaymentRecovered = eventSchema("PaymentRecovered", 1, Facts);

/** Nobody tries to collect any more, and nothing is delivered until what is owed is paid. */
export const SubscriptionUnpaid = eventSchema("SubscriptionUnpaid", 1, Facts);

const Cancelled = Facts.extend({
  /** Whether it ends at once, because the period that runs is not paid for; `periodEnd` is that moment then. */
  isImmediate: z.boolean(),
});

/**
 * Its end is set; until then all stays as it is, and it can be taken back. What ends at once is ended also where it was
 * cancelled elsewhere: version 2, which a worker that knows nothing of that leaves alone. Version 1 leaves that to be read
 * from its moments.
 */
export const SubscriptionCancelled = z.discriminatedUnion("version", [
  eventSchema("SubscriptionCancelled", 2, Cancelled),
  eventSchema("SubscriptionCancelled", 1, Facts).transform((event) => ({
    ...event,
    version: 2 as const,
    data: { ...event.data, isImmediate: isBy(event.data.periodEnd, event.occurredAt) },
  })),
]);

/** @param moment ISO 8601, as `by`; null for one that nobody knows */
function isBy(moment: string | null, by: string): boolean {
  return moment !== null && Date.parse(moment) <= Date.parse(by);
}

/** An end that was set is taken back. */
export const SubscriptionResumed = eventSchema("SubscriptionResumed", 1, Facts);

/** Another plan or other add-ons. */
export const SubscriptionChanged = eventSchema("SubscriptionChanged", 1, Facts);

/** Another plan or other add-ons were chosen for the time after the period. */
export const SubscriptionChangeScheduled = eventSchema(
  "SubscriptionChangeScheduled",
  1,
  Facts.extend({
    scheduledPriceIds: z.array(z.string().max(200)).max(20),
    at: z.nullable(z.iso.datetime()),
  }),
);

/** What was chosen for the time after the period was taken back. */
export const SubscriptionChangeWithdrawn = eventSchema("SubscriptionChangeWithdrawn", 1, Facts);

/**
 * Its owner took the offer to stay. The facts are from before it; `resumes` says whether an end that was set is taken back
 * with it.
 */
export const RetentionApplied = eventSchema(
  "RetentionApplied",
  1,
  Facts.extend({
    percentOff: z.int(),
    months: z.int(),
    resumes: z.boolean(),
  }),
);

/** What a person can ask that the provider may refuse for good. */
export const REJECTABLE = ["discount", "cancellation", "resumption"] as const;

/** The provider refuses for good what its owner was promised. */
export const SubscriptionRequestRejected = eventSchema(
  "SubscriptionRequestRejected",
  1,
  Facts.extend({ request: z.enum(REJECTABLE) }),
);

/** It is over. */
export const SubscriptionEnded = eventSchema(
  "SubscriptionEnded",
  1,
  Facts.extend({ reason: z.enum(END_REASONS) }),
);

/** Somebody who has a subscription paid for another one: the second is ended and its money goes back. */
export const DuplicateSubscriptionFound = eventSchema(
  "DuplicateSubscriptionFound",
  1,
  Facts.extend({ keptSubscriptionId: stripeId("subscription") }),
);

/** The card that pays for it runs out this month: the next payment would not come. */
export const CardExpiring = eventSchema(
  "CardExpiring",
  1,
  Facts.extend({ expYear: z.int(), expMonth: z.int().min(1).max(12) }),
);
