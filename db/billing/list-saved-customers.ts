import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { Timestamp } from "#db/timestamps.ts";
import { customers, orders, subscriptionItems, subscriptions } from "#db/schema/billing.ts";

const Listed = z.object({
  id: z.string(),
  email: z.nullable(z.string()),
  is_deleted: z.boolean(),
  subscriptions: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      price_id: z.nullable(z.string()),
      addons: z.array(z.string()),
      current_period_end: z.nullable(Timestamp),
      cancel_at_period_end: z.boolean(),
      last4: z.nullable(z.string()),
      discounts: z.array(
        z.object({
          id: z.string(),
          couponId: z.nullable(z.string()),
          percentOff: z.nullable(z.number()),
          endsAt: z.nullable(z.string()),
        }),
      ),
      scheduled: z.nullable(
        z.object({ scheduleId: z.string(), priceIds: z.array(z.string()), at: z.string() }),
      ),
      renewal_pence: z.nullable(z.int()),
    }),
  ),
  orders: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      amount_pence: z.int(),
      refunded_pence: z.int(),
    }),
  ),
});
export type CustomerRows = z.infer<typeof Listed>;

/**
 * Lists customers who ever had a subscription, by id.
 *
 * @param after last id of the previous page; empty for the first
 */
export async function listCustomers(db: Db, after: string, limit: number): Promise<CustomerRows[]> {
  return rowsOf(
    db,
    sql`select customer.id, customer.email, customer.is_deleted,
        (
          select jsonb_agg(jsonb_build_object('id', subscription.id, 'status', subscription.status,
            'price_id', subscription.price_id, 'current_period_end', subscription.current_period_end,
            'cancel_at_period_end', subscription.cancel_at_period_end, 'last4', subscription.payment_method_last4,
            'discounts', subscription.discounts, 'scheduled', subscription.scheduled,
            'renewal_pence', subscription.renewal_pence,
            'addons', coalesce((
              select jsonb_agg(item.price_id) from ${subscriptionItems} item
              where item.subscription_id = subscription.id and item.price_id is distinct from subscription.price_id
                and item.price_id is not null
            ), '[]')))
          from ${subscriptions} subscription where subscription.customer_id = customer.id
        ) as subscriptions,
        coalesce((
          select jsonb_agg(jsonb_build_object('id', paid.id, 'status', paid.status, 'amount_pence', paid.amount_pence,
            'refunded_pence', paid.refunded_pence))
          from ${orders} paid where paid.customer_id = customer.id
        ), '[]') as orders
      from ${customers} customer
      where customer.id > ${after}
        and exists (
          -- The second condition says nothing new, and spares those of earlier pages.
          select from ${subscriptions} subscription
          where subscription.customer_id = customer.id and subscription.customer_id > ${after}
        )
      order by customer.id limit ${limit}`,
    Listed,
  );
}

const Known = z.object({ subscription_id: z.string(), customer_id: z.nullable(z.string()) });

/**
 * Finds subscriptions at Stripe that we have not saved, and whether their customer is ours.
 *
 * @param given Stripe ids
 */
export async function findUnknownSubscriptions(
  db: Db,
  given: readonly { subscriptionId: string; customerId: string }[],
): Promise<{ subscriptionId: string; customerId: string | null }[]> {
  const rows = await rowsOf(
    db,
    sql`select given.subscription_id, customer.id as customer_id
      from unnest(
        ${sql.param(given.map((row) => row.subscriptionId))}::text[], ${sql.param(given.map((row) => row.customerId))}::text[]
      ) as given(subscription_id, customer_id)
      left join ${customers} customer on customer.id = given.customer_id
      where not exists (select from ${subscriptions} subscription where subscription.id = given.subscription_id)`,
    Known,
  );
  return rows.map((row) => ({
    subscriptionId: row.subscription_id,
    customerId: row.customer_id,
  }));
}
