import { sql } from "drizzle-orm";
import { z } from "zod";
import { UserSubscription } from "#contracts/api/subscription.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { customers, orders, subscriptionItems, subscriptions } from "#db/schema/billing.ts";
import { StoredDiscounts } from "./find-subscription-details.ts";

const Purchase = z.object({
  subscription: UserSubscription,
  price_ids: z.array(z.string()),
  /** Before discounts. */
  monthly_pence: z.int(),
  discounts: StoredDiscounts,
  order: z.nullable(z.object({ id: z.string(), amount_pence: z.int() })),
  user_id: z.nullable(z.string()),
});
export type Purchase = z.infer<typeof Purchase>;

/**
 * Finds a purchase for its success page; without the card.
 *
 * @returns null until the subscription is synced
 */
export async function findPurchase(db: Db, subscriptionId: string): Promise<Purchase | null> {
  const [purchase] = await rowsOf(
    db,
    sql`select jsonb_build_object('subscription_id', subscription.id, 'price_id', subscription.price_id,
          'subscription_status', subscription.status,
          'current_period_end', extract(epoch from subscription.current_period_end)::bigint,
          'payment_method_brand', null, 'payment_method_last4', null,
          'cancel_at_period_end', subscription.cancel_at_period_end) as subscription,
        (
          select coalesce(sum(item.amount_pence * item.quantity), 0)::int from ${subscriptionItems} item
          where item.subscription_id = subscription.id
        ) as monthly_pence,
        subscription.discounts,
        coalesce((
          select jsonb_agg(item.price_id) from ${subscriptionItems} item
          where item.subscription_id = subscription.id and item.price_id is not null
        ), '[]') as price_ids,
        (
          select jsonb_build_object('id', paid.id, 'amount_pence', paid.amount_pence) from ${orders} paid
          where paid.subscription_id = subscription.id and paid.status = 'completed'
          order by paid.ordered_at limit 1
        ) as "order",
        customer.user_id
      from ${subscriptions} subscription join ${customers} customer on customer.id = subscription.customer_id
      where subscription.id = ${subscriptionId}`,
    Purchase,
  );
  return purchase ?? null;
}
