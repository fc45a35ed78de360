import * as z from "zod";
import { PRODUCT_NAME_MAX } from "../billing/detail-lengths.ts";
import { PAYMENT_REMINDER_DAYS } from "../billing/dunning.ts";
import { stripeId } from "../billing/stripe-id.ts";
import { END_REASONS } from "../billing/stripe-state.ts";
import { COLLECTIONS } from "../billing/upcoming-payments.ts";
import { eventSchema, idSchema } from "./envelope.ts";

/** The plan first: price ids of the catalogue, and what an id does not say. The audit log has the ids. */
const PriceIds = z
  .array(
    z.union([
      z.string().max(200),
      z.strictObject({
        priceId: z.nullable(z.string().max(200)),
        quantity: z.int(),
        productName: z.nullable(z.string().max(PRODUCT_NAME_MAX)),
      }),
    ]),
  )
  .max(20)
  .meta({ isId: true });

/** Older events lack it. */
const LaterPriceIds = PriceIds.default([]);

/** The number that the invoice shows; null when no invoice was read. Older events lack it. */
const OrderNumber = z.nullable(z.string().max(100)).default(null);

/** The subscription at the time of the event: a late mail says the same. */
const Facts = z.strictObject({
  customerId: stripeId("customer"),
  subscriptionId: stripeId("subscription"),
  priceIds: PriceIds,
  /** The next payment as if the subscription went on, without the customer's balance. */
  amountPence: z.int(),
  /** The next payment, then the first payment of each other sum; empty when nothing more is charged. */
  payments: z.array(z.strictObject({ at: z.iso.datetime(), pence: z.int() })).max(50),
  periodEnd: z.nullable(z.iso.datetime()),
  /** Events of before 28 November 2026 have none: their sums are the usual ones. */
  collection: z.optional(z.enum(COLLECTIONS)),
  /** Nothing is taken until then; null when nobody has set an end, or nothing is paused. */
  pausedUntil: z.optional(z.nullable(z.iso.datetime())),
  /** The customer pays each invoice by hand, and Stripe takes nothing. */
  isInvoiced: z.optional(z.boolean()),
  /** ISO 4217, lower case, of what is due, paid and taken last; null when Stripe does not say. Before 28 November 2026: pounds. */
  currency: z.optional(z.nullable(z.string().max(10))),
});
export type SubscriptionFacts = z.infer<typeof Facts>;

export const CheckoutCompleted = eventSchema("CheckoutCompleted", {
  ...Facts.shape,
  /** Null without consent to conversion reports; their data is in the checkout session's row. */
  consentedCheckoutId: z.nullable(idSchema("checkout")),
  /** The sum that Stripe took; null when the sync read no payment. */
  paidPence: z.nullable(z.int()),
  orderNumber: OrderNumber,
});

/** The order that is open; null when none was read. */
const due = {
  ...Facts.shape,
  orderId: z.nullable(stripeId("order")),
  orderNumber: OrderNumber,
  duePence: z.nullable(z.int()),
};

/** The card was declined, or the bank asks the customer to confirm. */
export const PaymentFailed = eventSchema("PaymentFailed", due);

export const PaymentOverdue = eventSchema("PaymentOverdue", {
  ...Facts.shape,
  orderId: stripeId("order"),
  orderNumber: OrderNumber,
  duePence: z.int(),
  day: z.literal(PAYMENT_REMINDER_DAYS),
});

/** The invoice that was due is paid. */
export const PaymentRecovered = eventSchema("PaymentRecovered", {
  ...Facts.shape,
  orderNumber: OrderNumber,
  /** The sum that Stripe took; null when the team marked the invoice as paid. */
  paidPence: z.nullable(z.int()).default(null),
});

/** The invoice that was due is void, written off or covered by credit: nothing was taken, and nothing is owed. */
export const PaymentWaived = eventSchema("PaymentWaived", {
  ...Facts.shape,
  orderNumber: OrderNumber,
  duePence: z.int(),
});

export const SubscriptionUnpaid = eventSchema("SubscriptionUnpaid", due);

export const SubscriptionCancelled = eventSchema("SubscriptionCancelled", {
  ...Facts.shape,
  isImmediate: z.boolean(),
  /** The customer had booked these prices for later; the cancellation removes them. */
  bookedPriceIds: LaterPriceIds,
  /** A yearly item, say, ends with the month of the others. Older events lack it. */
  isPaidLonger: z.boolean().default(false),
});

/** The prices were booked when the cancellation was made, and do not come back. */
const resumed = { ...Facts.shape, lostPriceIds: LaterPriceIds };

export const SubscriptionResumed = eventSchema("SubscriptionResumed", resumed);

export const SubscriptionChanged = eventSchema("SubscriptionChanged", {
  ...Facts.shape,
  earlierPriceIds: PriceIds,
  /** Stripe took this sum for the change; null when it took nothing. */
  paidPence: z.nullable(z.int()).default(null),
  orderNumber: OrderNumber,
});

export const SubscriptionChangeScheduled = eventSchema("SubscriptionChangeScheduled", {
  ...Facts.shape,
  scheduledPriceIds: PriceIds,
  at: z.nullable(z.iso.datetime()),
});

export const SubscriptionChangeWithdrawn = eventSchema("SubscriptionChangeWithdrawn", Facts.shape);

/** An upgrade whose payment did not succeed in time: Stripe keeps what the customer had, and voids its invoice. */
export const UpgradeLapsed = eventSchema("UpgradeLapsed", {
  ...Facts.shape,
  lapsedPriceIds: LaterPriceIds,
});

/** The facts are from before the offer. With `resumes`, it also takes a cancellation back. */
export const RetentionApplied = eventSchema("RetentionApplied", {
  ...resumed,
  percentOff: z.int(),
  months: z.int(),
  reduced: z
    .array(z.strictObject({ at: z.iso.datetime(), pence: z.int(), regularPence: z.int() }))
    .max(12),
  resumes: z.boolean(),
});

const REJECTABLE = ["discount", "cancellation", "resumption"] as const;

export const SubscriptionRequestRejected = eventSchema("SubscriptionRequestRejected", {
  ...Facts.shape,
  request: z.enum(REJECTABLE),
});

export const SubscriptionEnded = eventSchema("SubscriptionEnded", {
  ...Facts.shape,
  reason: z.enum(END_REASONS),
  /** Whether a payment was due, which is no longer owed. */
  hasEndedUnpaid: z.boolean(),
  /** A claim under the guarantee ended it, of which the email about the refund tells. */
  isClaimed: z.boolean().default(false),
});

export const DuplicateSubscriptionFound = eventSchema("DuplicateSubscriptionFound", {
  ...Facts.shape,
  keptSubscriptionId: stripeId("subscription"),
});

/** Stripe is about to charge the renewal. */
export const RenewalAnnounced = eventSchema("RenewalAnnounced", {
  ...Facts.shape,
  /** The sum of Stripe's upcoming invoice. */
  duePence: z.int(),
  /** The sum of the last renewal or the first payment; null when none was paid. */
  lastPence: z.nullable(z.int()),
});

/** An older open subscription to a plan was paid with the same address or card under another owner. */
export const SecondSubscriptionFound = eventSchema("SecondSubscriptionFound", {
  ...Facts.shape,
  firstSubscriptionId: stripeId("subscription"),
});

/** The first renewal after the notice has the new price. Equal sums announce that the price stays, after all. */
export const PriceChangeAnnounced = eventSchema("PriceChangeAnnounced", {
  ...Facts.shape,
  startsAt: z.iso.datetime(),
  /** The sum of the first payment at the new price. */
  duePence: z.int(),
  /** The sum of the next payment. */
  lastPence: z.int(),
});

/** The card expires this month, before the next payment. */
export const CardExpiring = eventSchema("CardExpiring", {
  ...Facts.shape,
  expYear: z.int(),
  expMonth: z.int().min(1).max(12),
});
