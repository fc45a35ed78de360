import { z } from "zod";
import { stripeId } from "../billing/stripe-id.ts";
import { END_REASONS } from "../billing/stripe-state.ts";
import { type Id, isId } from "../ids.ts";
import { eventSchema } from "./envelope.ts";

/** The subscription at that time, so that a mail says the same however late it is written. */
const Facts = z.strictObject({
  customerId: stripeId("customer"),
  subscriptionId: stripeId("subscription"),
  /** Price ids of the catalogue, the plan first. */
  priceIds: z.array(z.string().max(200)).max(20),
  amountPence: z.int(),
  periodEnd: z.nullable(z.iso.datetime()),
});
export type SubscriptionFacts = z.infer<typeof Facts>;

const BoughtOn = Facts.extend({
  /**
   * The checkout session, when the customer consented to conversion reports; the data stands in
   * its row.
   */
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
        /** Null for a discount of a fixed sum. */
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

/** A due payment was declined, or the bank wants the customer to confirm it. */
export const PaymentFailed = eventSchema("PaymentFailed", 1, Facts);

export const PaymentRecovered = eventSchema("PaymentRecovered", 1, Facts);

/** Stripe stopped collecting; the service pauses until the customer pays. */
export const SubscriptionUnpaid = eventSchema("SubscriptionUnpaid", 1, Facts);

const Cancelled = Facts.extend({
  /** The running period is not paid, so `periodEnd` is now. */
  isImmediate: z.boolean(),
});

/**
 * The cancellation is set; until `periodEnd` it can be taken back. Version 2 adds `isAtOnce`, so
 * that a worker that reads version 1 alone does not leave an immediate end to Stripe. Version 1
 * is read by its date.
 */
export const SubscriptionCancelled = z.discriminatedUnion("version", [
  eventSchema("SubscriptionCancelled", 2, Cancelled),
  eventSchema("SubscriptionCancelled", 1, Facts).transform((event) => ({
    ...event,
    version: 2 as const,
    data: { ...event.data, isImmediate: isBy(event.data.periodEnd, event.occurredAt) },
  })),
]);

/** @param moment ISO 8601; null when unknown */
function isBy(moment: string | null, by: string): boolean {
  return moment !== null && Date.parse(moment) <= Date.parse(by);
}

export const SubscriptionResumed = eventSchema("SubscriptionResumed", 1, Facts);

export const SubscriptionChanged = eventSchema("SubscriptionChanged", 1, Facts);

export const SubscriptionChangeScheduled = eventSchema(
  "SubscriptionChangeScheduled",
  1,
  Facts.extend({
    scheduledPriceIds: z.array(z.string().max(200)).max(20),
    at: z.nullable(z.iso.datetime()),
  }),
);

export const SubscriptionChangeWithdrawn = eventSchema("SubscriptionChangeWithdrawn", 1, Facts);

/**
 * A user accepted the retention offer. The facts are from before it; `resumes` says whether a
 * cancellation is taken back with it.
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

/** Requests that Stripe may reject for good. */
export const REJECTABLE = ["discount", "cancellation", "resumption"] as const;

/** Stripe rejected a pending request for good. */
export const SubscriptionRequestRejected = eventSchema(
  "SubscriptionRequestRejected",
  1,
  Facts.extend({ request: z.enum(REJECTABLE) }),
);

export const SubscriptionEnded = eventSchema(
  "SubscriptionEnded",
  1,
  Facts.extend({ reason: z.enum(END_REASONS) }),
);

/** A customer paid for a second subscription: it is ended and refunded. */
export const DuplicateSubscriptionFound = eventSchema(
  "DuplicateSubscriptionFound",
  1,
  Facts.extend({ keptSubscriptionId: stripeId("subscription") }),
);

/** The card expires this month, before the next payment. */
export const CardExpiring = eventSchema(
  "CardExpiring",
  1,
  Facts.extend({ expYear: z.int(), expMonth: z.int().min(1).max(12) }),
);
