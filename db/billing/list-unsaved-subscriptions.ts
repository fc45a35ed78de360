import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { customers, subscriptions } from "#db/schema/billing.ts";

const UnsavedSubscription = z.object({
  subscriptionId: z.string(),
  customerId: z.nullable(z.string()),
});

/**
 * Lists those of the subscriptions at Stripe that we have not saved.
 *
 * @returns `customerId` null for a customer that we have not saved either
 */
export function listUnsavedSubscriptions(
  db: Db,
  atStripe: readonly { subscriptionId: string; customerId: string }[],
): Promise<z.infer<typeof UnsavedSubscription>[]> {
  return rowsOf(
    db,
    sql`select given.subscription_id, customer.id as customer_id
      from unnest(
        ${sql.param(atStripe.map((row) => row.subscriptionId))}::text[], ${sql.param(atStripe.map((row) => row.customerId))}::text[]
      ) as given(subscription_id, customer_id)
      left join ${customers} customer on customer.id = given.customer_id
      where not exists (select from ${subscriptions} subscription where subscription.id = given.subscription_id)`,
    UnsavedSubscription,
  );
}
