import { type SQL, sql } from "drizzle-orm";
import { customersOfUser } from "./customers-of-user-sql.ts";

/**
 * Condition on the row `checkout` of `checkout_sessions`. A session that was never opened has only
 * the owner key. The customers are an array, so that the indexes are used.
 */
export function isCheckoutOfUser(userId: SQL): SQL {
  return sql`(
    checkout.customer_id = any(array(${customersOfUser(userId)}))
    or (checkout.state in ('opening', 'open') and checkout.owner_key = 'user:' || ${userId})
  )`;
}
