import * as z from "zod/mini";
import { SUBSCRIPTION_STATUSES } from "../billing/subscription-status.ts";

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
  /** Price id of the plan in the catalogue. */
  price_id: z.nullable(z.string()),
  current_period_end: z.nullable(Seconds),
  /** Null without a cancellation; a pending one counts. */
  ends_at: z.nullable(Seconds),
  /** Of the pending cancellation, or of one made now. */
  ends_at_once: z.boolean(),
  /** Still to be collected for the running period. */
  renewal_pence: z.nullable(Pence),
  being_applied: z.array(z.enum(BEING_APPLIED)),
  items: z.array(
    z.object({ price_id: z.nullable(z.string()), amount_pence: Pence, quantity: z.number() }),
  ),
  monthly_pence: Pence,
  discounts: Discounts,
  scheduled: z.nullable(z.object({ price_ids: z.array(z.string()), at: Seconds })),
  /** Stripe's pending update. */
  awaiting: z.nullable(z.object({ price_ids: z.array(z.string()), expires_at: Seconds })),
  is_offer_open: z.boolean(),
  guarantee: z.object({
    state: z.enum(GUARANTEE_STATES),
    /** Null when nothing was paid. */
    until: z.nullable(Seconds),
  }),
});
export type SubscriptionDetails = z.infer<typeof SubscriptionDetails>;

/** Null for a user who never had a subscription. */
export const SubscriptionDetailsResponse = z.object({
  subscription: z.nullable(SubscriptionDetails),
});
export type SubscriptionDetailsResponse = z.infer<typeof SubscriptionDetailsResponse>;
