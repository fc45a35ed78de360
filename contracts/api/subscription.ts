import * as z from "zod/mini";
import { ORDER_STATUSES, SUBSCRIPTION_STATUSES } from "../billing/subscription-status.ts";

/** `GET /rest/v1/user_subscription`: the caller's subscription. */
export const UserSubscription = z.object({
  subscription_id: z.string(),
  /** The plan's, as the catalogue names it; null for a plan that is not for sale any more. */
  price_id: z.nullable(z.string()),
  subscription_status: z.enum(SUBSCRIPTION_STATUSES),
  /** Seconds since the epoch. */
  current_period_end: z.nullable(z.number()),
  payment_method_brand: z.nullable(z.string()),
  payment_method_last4: z.nullable(z.string()),
  cancel_at_period_end: z.boolean(),
});
export type UserSubscription = z.infer<typeof UserSubscription>;

/** `GET /rest/v1/user_orders`: one of the caller's orders. */
export const UserOrder = z.object({
  order_id: z.string(),
  order_status: z.enum(ORDER_STATUSES),
  /** ISO 8601. */
  order_date: z.string(),
  /** Pence. */
  amount_total: z.number(),
  /** Pence of it that were given back. */
  amount_refunded: z.number(),
});
export type UserOrder = z.infer<typeof UserOrder>;

/** The code of "no rows" where one was asked for. */
export const NO_ROWS = "PGRST116";
