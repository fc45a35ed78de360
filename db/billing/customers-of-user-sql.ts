import { type SQL, sql } from "drizzle-orm";
import { customerOwners, unclaimedCustomers } from "#db/schema/billing.ts";

/** Query of the customer ids of a user, and of those that the user may claim. */
export function customersOfUser(userId: SQL): SQL {
  return sql`select customer_id from ${customerOwners} where user_id = ${userId}
    union all select customer_id from ${unclaimedCustomers} where user_id = ${userId}`;
}
