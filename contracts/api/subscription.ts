import * as z from "zod/mini";
import { ORDER_STATUSES, SUBSCRIPTION_STATUSES } from "../billing/subscription-status.ts";

export const UserSubscription = z.object({
  subscription_id: z.string(),
  /** Null for a plan that is no longer sold. */
  price_id: z.nullable(z.string()),
  /** The plan with its quantity; without a plan, the first item. */
  plan_name: z.nullable(z.string()),
  subscription_status: z.enum(SUBSCRIPTION_STATUSES),
  current_period_end: z.nullable(z.number()),
  payment_method_brand: z.nullable(z.string()),
  payment_method_last4: z.nullable(z.string()),
  cancel_at_period_end: z.boolean(),
});
export type UserSubscription = z.infer<typeof UserSubscription>;

export const UserOrder = z.object({
  order_id: z.string(),
  order_number: z.nullable(z.string()),
  /** The descriptions of the lines on Stripe's invoice. */
  order_lines: z.array(z.string()),
  order_status: z.enum(ORDER_STATUSES),
  order_date: z.string(),
  amount_total: z.number(),
  /** The sum that Stripe has taken; 0 for an invoice that the team marked as paid. */
  amount_collected: z.number(),
  amount_refunded: z.number(),
  /** The oldest first. */
  credit_notes: z.array(z.object({ id: z.string(), number: z.string(), amount: z.number() })),
  /** ISO 4217, lower case. */
  currency: z.string(),
  /** The bank's decision: `lost` means that it gave the money back. */
  dispute: z.nullable(z.enum(["open", "lost"])),
});
export type UserOrder = z.infer<typeof UserOrder>;

export const NO_ROWS = "PGRST116";
