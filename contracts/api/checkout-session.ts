import * as z from "zod/mini";
import { Payments } from "./subscription-details.ts";
import { UserSubscription } from "./subscription.ts";

const CHECKOUT_OUTCOMES = [
  "open",
  "expired",
  /** Paid or being paid; the subscription is not saved yet. */
  "processing",
  /** Paid, and the subscription is saved. */
  "complete",
] as const;

/** `GET /functions/v1/checkout-session?session_id=` */
export const CheckoutSessionResponse = z.object({
  outcome: z.enum(CHECKOUT_OUTCOMES),
  subscription: z.nullable(UserSubscription),
  addon_price_ids: z.array(z.string()),
  /** Null until paid. The browser reports a purchase to Meta once per order. */
  order_id: z.nullable(z.string()),
  /** Pence; null until paid. */
  amount_total: z.nullable(z.number()),
  payments: Payments,
  is_yours: z.boolean(),
  /** A guest's, which the user may claim. */
  is_unclaimed: z.boolean(),
  /** Paid for an earlier subscription, which has ended. Only a guest's purchase and one's own say so. */
  is_returning: z.boolean(),
});
export type CheckoutSessionResponse = z.infer<typeof CheckoutSessionResponse>;
