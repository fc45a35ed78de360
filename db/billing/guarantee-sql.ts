import { type SQL, sql } from "drizzle-orm";
import { customerOwners } from "#db/schema/billing.ts";

/** Condition on an order; a refunded one counts as paid. */
export function isPaid(order: SQL): SQL {
  return sql`(${order}.amount_pence > 0 and ${order}.status in ('completed', 'refunded', 'partially_refunded'))`;
}

/** Condition on a refund request of the user: refunded or about to be. The array lets both halves use an index. */
export function isRefundGranted(request: SQL, user: SQL | string): SQL {
  return sql`(${request}.state in ('approved', 'refunded') and (${request}.user_id = ${user}::uuid
    or ${request}.customer_id = any(array(
      select owner.customer_id from ${customerOwners} owner where owner.user_id = ${user}::uuid
    ))))`;
}
