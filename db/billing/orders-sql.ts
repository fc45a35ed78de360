import { type SQL, sql } from "drizzle-orm";
import { PAID_ORDER_STATUSES } from "#contracts/billing/subscription-status.ts";
import { orders, disputes } from "#db/schema/billing.ts";

export function isPaid(order: SQL): SQL {
  return sql`(${order}.amount_pence > 0 and ${order}.status in ${[...PAID_ORDER_STATUSES]})`;
}

/** Stripe charges all invoices of a subscription in one currency. */
export function currencyOf(subscriptionId: SQL): SQL<string | null> {
  return sql<string | null>`(
    select paid.currency from ${orders} paid
    where paid.subscription_id = ${subscriptionId} and ${isPaid(sql`paid`)} limit 1
  )`;
}

/** Condition: Stripe refuses to refund a payment for the subscription. */
export function isDisputed(subscriptionId: SQL): SQL<boolean> {
  return sql<boolean>`exists (
    select from ${disputes} dispute join ${orders} disputed on disputed.id = dispute.order_id
    where disputed.subscription_id = ${subscriptionId} and not dispute.is_refundable
  )`;
}

/** Condition on a refund request: an operator has to decide, also once a dispute lets Stripe refund. */
export function isUndecided(request: SQL): SQL<boolean> {
  return sql<boolean>`(${request}.state = 'asked'
    or ${request}.state = 'disputed' and not ${isDisputed(sql`${request}.subscription_id`)})`;
}
