import { type SQL, sql } from "drizzle-orm";
import { disputes, orders } from "#db/schema/billing.ts";

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
