import { type SQL, sql } from "drizzle-orm";
import { customerOwners } from "#db/schema/billing.ts";

/**
 * The condition on a row `visit` of `checkout_sessions` that a person made it. Whoever bought as a guest is known by the
 * customer; a page that was never opened has none, and only its owner's key. As an array the customers are known before the
 * table is looked at, so that its indexes are used.
 */
export function isCheckoutOfUser(userId: SQL): SQL {
  return sql`(
    visit.customer_id = any(array(select customer_id from ${customerOwners} where user_id = ${userId}))
    or (visit.state in ('opening', 'open') and visit.owner_key = 'user:' || ${userId})
  )`;
}
