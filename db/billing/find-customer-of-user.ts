import { sql } from "drizzle-orm";
import { z } from "zod";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { customerOwners, customers, subscriptions } from "#db/schema/billing.ts";
import type { UserRowsQuery } from "./list-user-rows.ts";

const OwnCustomer = z.object({
  is_session_valid: z.boolean(),
  customer_id: z.nullable(z.string()),
  subscription_id: z.nullable(z.string()),
});

/**
 * Finds under which customer a person pays, and for which subscription: the living one, else the latest.
 *
 * @returns `is_session_valid` false when their session has ended; no ids when they never paid, or the provider has them no more
 */
export async function findCustomerOfUser(
  db: Db,
  reader: UserRowsQuery,
): Promise<z.infer<typeof OwnCustomer>> {
  const [found] = await rowsOf(
    db,
    sql`select ${isValidSession(reader, reader.at)} as is_session_valid, own.customer_id, own.subscription_id
    from (values (true)) one left join (
      select owner.customer_id, subscription.id as subscription_id from ${customerOwners} owner
      join ${customers} customer on customer.id = owner.customer_id and not customer.is_deleted
      join ${subscriptions} subscription on subscription.customer_id = owner.customer_id
      where owner.user_id = ${reader.userId}::uuid
      order by not subscription.is_open, subscription.duplicate_of is not null, subscription.created_at desc
      limit 1
    ) own on true`,
    OwnCustomer,
  );
  if (found === undefined) throw new Error("Bug: a select without a table returned no row");
  return found;
}
