import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, oneRowOf } from "#db/client.ts";
import { orders, subscriptions } from "#db/schema/billing.ts";
import { customersOfPerson } from "./customers-of-person-sql.ts";
import { isPaid } from "./orders-sql.ts";

const Found = z.object({ isReturning: z.boolean() });

/** Whether the buyer of a subscription paid for an earlier one, with the same account or address. */
export async function isReturningCustomer(db: Db, subscriptionId: string): Promise<boolean> {
  const found = await oneRowOf(
    db,
    sql`select exists (
      select from ${subscriptions} own
      join ${subscriptions} earlier on earlier.created_at < own.created_at
      join ${orders} paid on paid.subscription_id = earlier.id and ${isPaid(sql`paid`)}
      where own.id = ${subscriptionId} and earlier.customer_id = any(
        ${customersOfPerson(sql`select customer_id from ${subscriptions} where id = ${subscriptionId}`)}
      )
    ) as is_returning`,
    Found,
  );
  return found.isReturning;
}
