import { sql } from "drizzle-orm";
import { z } from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { planAndAddons } from "#contracts/billing/stripe-state.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { Timestamp } from "#db/timestamps.ts";
import { cardExpiryNotices, subscriptionItems, subscriptions } from "#db/schema/billing.ts";
import { isCancelScheduled } from "./pending-cancellation-sql.ts";

const Expiring = z.object({
  id: z.string(),
  customer_id: z.string(),
  current_period_end: z.nullable(Timestamp),
  exp_year: z.int(),
  exp_month: z.int(),
  items: z.array(z.object({ price_id: z.nullable(z.string()), pence: z.int() })),
});

/**
 * Lists subscriptions that will renew, whose card expires in a month and whose customer has had
 * no notice.
 *
 * @param month 1 to 12
 */
export async function listExpiringCards(
  db: Db,
  { year, month, limit }: { year: number; month: number; limit: number },
): Promise<EventOf<"CardExpiring">["data"][]> {
  const rows = await rowsOf(
    db,
    sql`select subscription.id, subscription.customer_id, subscription.current_period_end,
        subscription.payment_method_exp_year as exp_year, subscription.payment_method_exp_month as exp_month,
        (
          select jsonb_agg(jsonb_build_object('price_id', item.price_id, 'pence', item.amount_pence * item.quantity))
          from ${subscriptionItems} item where item.subscription_id = subscription.id
        ) as items
      from ${subscriptions} subscription
      where subscription.payment_method_exp_year = ${year}::int and subscription.payment_method_exp_month = ${month}::int
        and subscription.status in ('active', 'trialing') and not ${isCancelScheduled(sql`subscription`)}
        and subscription.duplicate_of is null
        and not exists (
          select from ${cardExpiryNotices} notice where notice.subscription_id = subscription.id
            and notice.exp_year = ${year}::int and notice.exp_month = ${month}::int
        )
      order by subscription.id limit ${limit}`,
    Expiring,
  );
  return rows.map((row) => {
    const { plan, addons } = planAndAddons(row.items.map(({ price_id: priceId }) => ({ priceId })));
    return {
      customerId: row.customer_id,
      subscriptionId: row.id,
      priceIds: plan === null ? addons : [plan, ...addons],
      amountPence: row.items.reduce((sum, { pence }) => sum + pence, 0),
      periodEnd: row.current_period_end,
      expYear: row.exp_year,
      expMonth: row.exp_month,
    };
  });
}
