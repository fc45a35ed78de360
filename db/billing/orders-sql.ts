import { type SQL, sql } from "drizzle-orm";
import { PAID_ORDER_STATUSES } from "#contracts/billing/subscription-status.ts";
import { orders } from "#db/schema/billing.ts";

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
