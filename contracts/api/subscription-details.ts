import * as z from "zod/mini";
import { SUBSCRIPTION_STATUSES } from "../billing/subscription-status.ts";
import { COLLECTIONS, INTERVALS } from "../billing/upcoming-payments.ts";
import { AccountManager } from "./content/account-manager.ts";

// `GET /functions/v1/subscription`. Timestamps in seconds since the epoch, sums in pence.

const Seconds = z.number();
const Pence = z.number();

const BEING_APPLIED = ["cancellation", "resumption", "discount"] as const;

const GUARANTEE_STATES = [
  "available",
  "unavailable",
  "asked",
  "approved",
  "declined",
  "disputed",
  "refunded",
  "failed",
] as const;

export const Discounts = z.array(
  z.object({
    coupon_id: z.nullable(z.string()),
    percent_off: z.nullable(z.number()),
    amount_off_pence: z.nullable(Pence),
    /** The current and scheduled prices that it reduces; null when it reduces all of them. */
    price_ids: z.nullable(z.array(z.string())),
    ends_at: z.nullable(Seconds),
  }),
);

/** The next payment, then the first payment of each other sum; empty when nothing more is charged. */
export const Payments = z.array(z.object({ at: Seconds, pence: Pence }));
export type Payments = z.infer<typeof Payments>;

const Collection = {
  /** `unknown`: only the team can say what is taken, and the sums are left out. */
  collection: z.enum(COLLECTIONS),
  /** Nothing is taken until then; null when nobody has set an end, or nothing is paused. */
  paused_until: z.nullable(Seconds),
  /** The customer pays each invoice by hand. */
  is_invoiced: z.boolean(),
  /** ISO 4217, lower case; null when Stripe does not say. */
  currency: z.nullable(z.string()),
  /** Null for items of several cadences. */
  cadence: z.nullable(z.object({ interval: z.enum(INTERVALS), count: z.number() })),
};

export const OfferPayments = z.array(
  z.object({
    at: Seconds,
    pence: Pence,
    /** The sum that Stripe would charge without the retention offer. */
    regular_pence: Pence,
  }),
);
export type OfferPayments = z.infer<typeof OfferPayments>;

export const SubscriptionDetails = z.object({
  subscription_id: z.string(),
  subscription_status: z.enum(SUBSCRIPTION_STATUSES),
  price_id: z.nullable(z.string()),
  current_period_end: z.nullable(Seconds),
  /** Null unless a cancellation is pending or applied. */
  ends_at: z.nullable(Seconds),
  /** Whether the pending cancellation, or one that is made now, ends the subscription immediately. */
  ends_at_once: z.boolean(),
  /** A part is paid for longer than the subscription runs, or would run if it was cancelled now. */
  is_paid_longer: z.boolean(),
  /** The subscription ended because its payment failed. */
  has_left_owing: z.boolean(),
  /** False while the subscription runs without a cancellation. */
  can_use_comeback_code: z.boolean(),
  /** The sum that is still to be collected for the running period. */
  renewal_pence: z.nullable(Pence),
  /** When the bank has usually answered; null unless it is asked for the first payment. */
  debit_answer_by: z.nullable(Seconds),
  being_applied: z.array(z.enum(BEING_APPLIED)),
  /** The plan first. Names here and below tell quantities too. */
  items: z.array(
    z.object({
      price_id: z.nullable(z.string()),
      name: z.string(),
      amount_pence: Pence,
      quantity: z.number(),
    }),
  ),
  payments: Payments,
  ...Collection,
  discounts: Discounts,
  scheduled: z.nullable(
    z.object({ price_ids: z.array(z.string()), names: z.string(), at: Seconds }),
  ),
  /** Stripe's pending update. */
  awaiting: z.nullable(z.object({ names: z.string(), expires_at: Seconds })),
  /** The payments that the retention offer would reduce; null when it is not open. */
  offer: z.nullable(OfferPayments),
  guarantee: z.object({
    state: z.enum(GUARANTEE_STATES),
    /** Null when nothing was paid. */
    until: z.nullable(Seconds),
  }),
  /** Promises about this subscription and the user's posts that are open or were kept in the last week. */
  promises: z.array(z.object({ rule: z.string(), due_at: Seconds, kept_at: z.nullable(Seconds) })),
  account_manager: z.nullable(AccountManager),
  has_report: z.boolean(),
  /** The best figure of the last report, in words; null when there is none. */
  report_figure: z.nullable(z.object({ name: z.string(), value: z.string() })),
  is_email_undeliverable: z.boolean(),
  /** The purchase was claimed by its email: until the owner gives a card, it can only be cancelled. */
  needs_card: z.boolean(),
  /** Open subscriptions beside this one, which the team booked. */
  others: z.array(
    z.object({
      subscription_id: z.string(),
      names: z.string(),
      payments: Payments,
      ...Collection,
      ends_at: z.nullable(Seconds),
      is_payment_due: z.boolean(),
    }),
  ),
});
export type SubscriptionDetails = z.infer<typeof SubscriptionDetails>;

/** Null for a user who never had a subscription. */
export const SubscriptionDetailsResponse = z.object({
  subscription: z.nullable(SubscriptionDetails),
});
export type SubscriptionDetailsResponse = z.infer<typeof SubscriptionDetailsResponse>;
