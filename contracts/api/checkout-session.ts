import * as z from "zod/mini";
import { Discounts } from "./subscription-details.ts";
import { UserSubscription } from "./subscription.ts";

/** What has become of a visit to the payment page. */
export const CHECKOUT_OUTCOMES = [
  /** Not paid yet; the page still takes the money. */
  "open",
  /** Nobody paid, and the page is closed. */
  "expired",
  /** Paid or about to be, and the subscription is not there yet. */
  "processing",
  /** Paid, and the subscription is there. */
  "complete",
] as const;

/** `GET /functions/v1/checkout-session?session_id=`: what is true of it now. */
export const CheckoutSessionResponse = z.object({
  outcome: z.enum(CHECKOUT_OUTCOMES),
  subscription: z.nullable(UserSubscription),
  /** What else is in it, as the catalogue names the prices. */
  addon_price_ids: z.array(z.string()),
  /** Names the purchase, so that nobody is told of it twice. Null until it is paid. */
  order_id: z.nullable(z.string()),
  /** Pence that were paid; null until then. */
  amount_total: z.nullable(z.number()),
  /** Pence a month before discounts; null until it is paid. */
  monthly_pence: z.nullable(z.number()),
  /** Of the payments that follow. */
  discounts: Discounts,
  /** Whether the purchase belongs to the account that asks. */
  is_yours: z.boolean(),
});
export type CheckoutSessionResponse = z.infer<typeof CheckoutSessionResponse>;
