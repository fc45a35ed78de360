import * as z from "zod/mini";
import { SUBSCRIPTION_STATUSES } from "../billing/subscription-status.ts";

/**
 * `GET /functions/v1/subscription`: all that the dashboard shows of the caller's subscription beyond the row of
 * `user_subscription`. Moments are seconds since the epoch, sums are pence.
 */

const Seconds = z.number();
const Pence = z.number();

/** What its owner said and the provider has still to be told. */
export const BEING_APPLIED = ["cancellation", "resumption", "discount"] as const;

/** What can be said of the money-back guarantee; the last four once somebody has asked. */
export const GUARANTEE_STATES = [
  "available",
  "unavailable",
  "asked",
  "approved",
  "declined",
  "refunded",
] as const;

export const Discounts = z.array(
  z.object({
    coupon_id: z.nullable(z.string()),
    percent_off: z.nullable(z.number()),
    ends_at: z.nullable(Seconds),
  }),
);

export const SubscriptionDetails = z.object({
  subscription_id: z.string(),
  subscription_status: z.enum(SUBSCRIPTION_STATUSES),
  /** The plan's, as the catalogue names it. */
  price_id: z.nullable(z.string()),
  current_period_end: z.nullable(Seconds),
  /** When it ends; null where no end is set. What its owner said last holds, also before the provider was told. */
  ends_at: z.nullable(Seconds),
  /** Whether it ends at once: by the cancellation that is being applied, or by one that were made now. */
  ends_at_once: z.boolean(),
  /** What is still to be taken for the period that runs; null where nothing is. */
  renewal_pence: z.nullable(Pence),
  being_applied: z.array(z.enum(BEING_APPLIED)),
  items: z.array(
    z.object({ price_id: z.nullable(z.string()), amount_pence: Pence, quantity: z.number() }),
  ),
  /** What it costs each month before anything is taken off. */
  monthly_pence: Pence,
  discounts: Discounts,
  /** What it becomes when the period ends, where that was chosen. */
  scheduled: z.nullable(z.object({ price_ids: z.array(z.string()), at: Seconds })),
  /** What it becomes once a payment has arrived. */
  awaiting: z.nullable(z.object({ price_ids: z.array(z.string()), expires_at: Seconds })),
  /** Whether the offer to stay can be had. */
  is_offer_open: z.boolean(),
  guarantee: z.object({
    state: z.enum(GUARANTEE_STATES),
    /** Until when it can be asked for; null where nothing was paid. */
    until: z.nullable(Seconds),
  }),
});
export type SubscriptionDetails = z.infer<typeof SubscriptionDetails>;

/** Null for whoever never had one. */
export const SubscriptionDetailsResponse = z.object({
  subscription: z.nullable(SubscriptionDetails),
});
export type SubscriptionDetailsResponse = z.infer<typeof SubscriptionDetailsResponse>;
