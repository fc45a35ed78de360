import { type SQL, sql } from "drizzle-orm";
import { users } from "#db/schema/accounts.ts";
import { customers } from "#db/schema/billing.ts";

/**
 * The email that Stripe's customer has to have. Null for a guest's, who may have paid with another address, where Stripe
 * keeps its own, and once the account is erased.
 */
export function accountEmail(): SQL<string | null> {
  return sql`(
    select account.email from ${users} account
    where account.id = ${customers}.user_id and ${customers}.origin = 'account' and not ${customers}.is_email_refused
  )`;
}
