import { and, asc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { customers, priceChanges, subscriptionItems, subscriptions } from "#db/schema/billing.ts";
import { subscriptionFields } from "./select-subscriptions.ts";
import { isRenewing } from "./subscription-sql.ts";

export type CurrentPrice = {
  /** In the catalogue. */
  readonly priceId: string;
  readonly stripePriceId: string;
  readonly pence: number;
};

type OutdatedPrice = CurrentPrice & {
  /** Stripe's id of the price that it replaces. */
  readonly from: string;
  readonly announcedAt: string | null;
};

export type OutdatedSubscription = Awaited<ReturnType<typeof listOutdatedPrices>>[number];

/**
 * Lists subscriptions that renew at a price other than the current one, or were told that they will.
 *
 * @param after last id of the previous page
 */
export async function listOutdatedPrices(
  db: Db,
  { prices, after, limit }: { prices: readonly CurrentPrice[]; after: string; limit: number },
) {
  const outdated: SQL = sql`
    from ${subscriptionItems} item
    join jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as given("priceId" text, "stripePriceId" text, pence integer)
      on given."priceId" = item.price_id
    where item.subscription_id = ${subscriptions}.id
      and item.stripe_price_id <> given."stripePriceId" and (item.amount_pence <> given.pence or (
        select change.amount_pence <> given.pence from ${priceChanges} change
        where change.subscription_id = item.subscription_id and change.from_stripe_price_id = item.stripe_price_id
        order by change.announced_at desc limit 1
      ))`;
  return db
    .select({
      ...subscriptionFields,
      outdated: sql<OutdatedPrice[]>`(
        select jsonb_agg(to_jsonb(given) || jsonb_build_object('from', item.stripe_price_id, 'announcedAt', (
          select change.announced_at from ${priceChanges} change
          where change.subscription_id = item.subscription_id and change.from_stripe_price_id = item.stripe_price_id
            and change.stripe_price_id = given."stripePriceId"
        ))) ${outdated}
      )`.as("outdated"),
    })
    .from(subscriptions)
    .innerJoin(customers, eq(customers.id, subscriptions.customerId))
    .where(
      and(
        gt(subscriptions.id, after),
        inArray(subscriptions.status, ["active", "trialing", "past_due"]),
        isRenewing(sql`${subscriptions}`),
        sql`exists (select ${outdated})`,
      ),
    )
    .orderBy(asc(subscriptions.id))
    .limit(limit);
}
