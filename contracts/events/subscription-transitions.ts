import * as z from "zod";
import { stripeId } from "../billing/stripe-id.ts";
import { END_REASONS } from "../billing/stripe-state.ts";
import { type Id, isId } from "../ids.ts";
import { eventSchema } from "./envelope.ts";

/** The subscription at the time of the event: a late mail says the same. */
const Facts = z.strictObject({
  customerId: stripeId("customer"),
  subscriptionId: stripeId("subscription"),
  /** Price ids of the catalogue, the plan first. */
  priceIds: z.array(z.string().max(200)).max(20),
  amountPence: z.int(),
  periodEnd: z.nullable(z.iso.datetime()),
});
export type SubscriptionFacts = z.infer<typeof Facts>;

export const CheckoutCompleted = eventSchema(
  "CheckoutCompleted",
  1,
  Facts.extend({
    /** Null without consent to conversion reports; their data is in the checkout session's row. */
    consentedCheckoutId: z.nullable(
      z.custom<Id<"checkout">>(
        (value) => typeof value === "string" && isId("checkout", value),
        "not a checkout id",
      ),
    ),
    /** Null when no payment was read. */
    paidPence: z.nullable(z.int()),
    /** Of later payments. */
    discounts: z
      .array(
        z.strictObject({
          /** Null for a discount of a fixed sum. */
          percentOff: z.nullable(z.number()),
          endsAt: z.nullable(z.iso.datetime()),
        }),
      )
      .max(20),
  }),
);

/** The card was declined, or the bank asks the customer to confirm. */
export const PaymentFailed = eventSchema("PaymentFailed", 1, Facts);

export const PaymentRecovered = eventSchema("PaymentRecovered", 1, Facts);

export const SubscriptionUnpaid = eventSchema("SubscriptionUnpaid", 1, Facts);

export const SubscriptionCancelled = eventSchema(
  "SubscriptionCancelled",
  1,
  Facts.extend({ isImmediate: z.boolean() }),
);

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

/** The facts are from before the offer. With `resumes`, it also takes a cancellation back. */
export const RetentionApplied = eventSchema(
  "RetentionApplied",
  1,
  Facts.extend({
    percentOff: z.int(),
    months: z.int(),
    resumes: z.boolean(),
  }),
);

const REJECTABLE = ["discount", "cancellation", "resumption"] as const;

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
