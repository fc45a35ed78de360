import * as z from "zod/mini";
import { Payments } from "./subscription-details.ts";
import { UserSubscription } from "./subscription.ts";

const CHECKOUT_OUTCOMES = [
  "open",
  "expired",
  /** Paid or being paid, and the subscription is not saved yet. */
  "processing",
  /** Paid, and the subscription is saved. */
  "complete",
] as const;

export const CheckoutSessionResponse = z.object({
  outcome: z.enum(CHECKOUT_OUTCOMES),
  subscription: z.nullable(UserSubscription),
  addon_names: z.string(),
  /** Null until paid. The browser reports a purchase to Meta once per order. */
  order_id: z.nullable(z.string()),
  /** Pence; null until paid. */
  amount_total: z.nullable(z.number()),
  payments: Payments,
  is_yours: z.boolean(),
  /** A guest bought it, and the user may claim it. */
  is_unclaimed: z.boolean(),
  /** The buyer had a subscription before, which has ended. False for a purchase of another user. */
  is_returning: z.boolean(),
});
export type CheckoutSessionResponse = z.infer<typeof CheckoutSessionResponse>;
