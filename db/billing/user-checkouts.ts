import { type SQL, sql } from "drizzle-orm";
import { customerOwners } from "#db/schema/billing.ts";

/**
 * Condition that a user made the row `visit` of `checkout_sessions`. A guest's session is found
 * by its customer; one that was never opened has only the owner key. The customers are an array
 * so that the indexes are used.
 */
export function isCheckoutOfUser(userId: SQL): SQL {
  return sql`(
    visit.customer_id = any(array(select customer_id from ${customerOwners} where user_id = ${userId}))
    or (visit.state in ('opening', 'open') and visit.owner_key = 'user:' || ${userId})
  )`;
}
