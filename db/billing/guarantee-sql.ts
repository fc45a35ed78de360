import { type SQL, sql } from "drizzle-orm";
import { customerOwners } from "#db/schema/billing.ts";

/**
 * Condition that an order was paid, refunded or not.
 *
 * @param order alias of the row of `orders`
 */
export function isPaid(order: SQL): SQL {
  return sql`(${order}.amount_pence > 0 and ${order}.status in ('completed', 'refunded', 'partially_refunded'))`;
}

/**
 * Condition that a user was refunded under the guarantee or is about to be. As an array both
 * halves use an index.
 *
 * @param request alias of the row of `refund_requests`
 * @param user SQL of the user's id, or the id
 */
export function isRefundGranted(request: SQL, user: SQL | string): SQL {
  return sql`(${request}.state in ('approved', 'refunded') and (${request}.user_id = ${user}::uuid
    or ${request}.customer_id = any(array(
      select owner.customer_id from ${customerOwners} owner where owner.user_id = ${user}::uuid
    ))))`;
}
