import * as z from "zod/mini";
import { Discounts } from "./subscription-details.ts";
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
  /** Before discounts; null until paid. */
  monthly_pence: z.nullable(z.number()),
  /** Of later payments. */
  discounts: Discounts,
  is_yours: z.boolean(),
});
export type CheckoutSessionResponse = z.infer<typeof CheckoutSessionResponse>;
