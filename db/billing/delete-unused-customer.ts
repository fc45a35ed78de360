import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { checkoutSessions, customers, orders, subscriptions } from "#db/schema/billing.ts";

/** One statement: a customer that was claimed or has bought meanwhile stays. */
export async function deleteUnusedCustomer(db: Db, id: string): Promise<void> {
  await db.execute(sql`with unused as materialized (
      select customer.id from ${customers} customer
      where customer.id = ${id} and customer.user_id is null
        and not exists (select from ${subscriptions} own where own.customer_id = customer.id)
        and not exists (select from ${orders} own where own.customer_id = customer.id)
      for update
    ), checkouts as (
      delete from ${checkoutSessions} checkout using unused where checkout.customer_id = unused.id
    )
    delete from ${customers} customer using unused where customer.id = unused.id`);
}
