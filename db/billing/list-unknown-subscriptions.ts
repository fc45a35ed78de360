import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { customers, subscriptions } from "#db/schema/billing.ts";

const UnknownSubscription = z.object({
  subscription_id: z.string(),
  customer_id: z.nullable(z.string()),
});

/**
 * Lists those of the subscriptions at Stripe that we have not saved.
 *
 * @returns `customerId` null for a customer that we have not saved either
 */
export async function listUnknownSubscriptions(
  db: Db,
  atStripe: readonly { subscriptionId: string; customerId: string }[],
): Promise<{ subscriptionId: string; customerId: string | null }[]> {
  const rows = await rowsOf(
    db,
    sql`select given.subscription_id, customer.id as customer_id
      from unnest(
        ${sql.param(atStripe.map((row) => row.subscriptionId))}::text[], ${sql.param(atStripe.map((row) => row.customerId))}::text[]
      ) as given(subscription_id, customer_id)
      left join ${customers} customer on customer.id = given.customer_id
      where not exists (select from ${subscriptions} subscription where subscription.id = given.subscription_id)`,
    UnknownSubscription,
  );
  return rows.map((row) => ({
    subscriptionId: row.subscription_id,
    customerId: row.customer_id,
  }));
}
