import * as z from "zod/mini";
import { Discounts } from "./subscription-details.ts";
import { UserSubscription } from "./subscription.ts";

/** The state of a checkout session as the success page shows it. */
export const CHECKOUT_OUTCOMES = [
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
  /** Identifies the purchase, so that the browser reports it to Meta once. Null until paid. */
  order_id: z.nullable(z.string()),
  /** Pence paid; null until paid. */
  amount_total: z.nullable(z.number()),
  /** Pence a month before discounts; null until it is paid. */
  monthly_pence: z.nullable(z.number()),
  /** Of the payments that follow. */
  discounts: Discounts,
  is_yours: z.boolean(),
});
export type CheckoutSessionResponse = z.infer<typeof CheckoutSessionResponse>;
