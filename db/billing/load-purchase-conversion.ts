import { sql } from "drizzle-orm";
import { z } from "zod";
import { PurchaseConversion } from "#contracts/api/conversion.ts";
import type { SubscriptionFacts } from "#contracts/events/subscription-transitions.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { users } from "#db/schema/auth.ts";
import { checkoutSessions, customers, orders } from "#db/schema/billing.ts";

const Loaded = z.object({
  /** Null for a buyer who did not consent, or who is gone. */
  conversion: z.nullable(z.object({ ...PurchaseConversion.shape, user_agent: z.string() })),
  email: z.nullable(z.string()),
  /** The first that was paid. */
  order_id: z.nullable(z.string()),
});
export type LoadedPurchaseConversion = z.infer<typeof Loaded>;

/**
 * Reads what the advertiser may be told of a purchase, in one statement. It stands beside the visit to the payment page on
 * which it was paid: the customer's last one for these prices that was not closed.
 */
export async function loadPurchaseConversion(
  db: Db,
  bought: Pick<SubscriptionFacts, "customerId" | "subscriptionId" | "priceIds">,
): Promise<LoadedPurchaseConversion> {
  const [loaded] = await rowsOf(
    db,
    sql`select (
        select visit.conversion from ${checkoutSessions} visit
        where visit.customer_id = ${bought.customerId} and visit.state <> 'expired'
          and visit.price_ids = ${JSON.stringify(bought.priceIds)}::jsonb
        order by visit.created_at desc limit 1
      ) as conversion, (
        select coalesce(account.email, customer.email)
        from ${customers} customer left join ${users} account on account.id = customer.user_id
        where customer.id = ${bought.customerId}
      ) as email, (
        select paid.id from ${orders} paid
        where paid.subscription_id = ${bought.subscriptionId}
          and paid.status in ('completed', 'partially_refunded', 'refunded')
        order by paid.ordered_at limit 1
      ) as order_id`,
    Loaded,
  );
  if (loaded === undefined) throw new Error("Bug: a select without a table returned no row");
  return loaded;
}
