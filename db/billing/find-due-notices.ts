import { and, asc, eq, gt, inArray, lte, notExists, sql, type SQL } from "drizzle-orm";
import { PAYMENT_REMINDER_DAYS, type PaymentReminderDay } from "#contracts/billing/dunning.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import {
  cardExpiryNotices,
  customers,
  orders,
  paymentReminders,
  priceChanges,
  subscriptionItems,
  subscriptions,
} from "#db/schema/billing.ts";
import { selectSubscriptions, subscriptionFields } from "./find-subscriptions.ts";
import { factsOf } from "./subscription-facts.ts";
import { isRenewing, noticeEnd } from "./subscription-sql.ts";

/**
 * Lists subscriptions that will renew and whose customer has had no notice.
 *
 * @param month 1 to 12
 */
export async function listExpiringCards(
  db: Db,
  { year, month, limit }: { year: number; month: number; limit: number },
): Promise<EventOf<"CardExpiring">["data"][]> {
  const rows = await selectSubscriptions(db)
    .where(
      and(
        eq(subscriptions.paymentMethodExpYear, year),
        eq(subscriptions.paymentMethodExpMonth, month),
        inArray(subscriptions.status, ["active", "trialing"]),
        isRenewing(sql`${subscriptions}`),
        sql`${subscriptions.collectionMethod} is distinct from 'send_invoice'`,
        notExists(
          db
            .select({ one: sql`1` })
            .from(cardExpiryNotices)
            .where(
              and(
                eq(cardExpiryNotices.subscriptionId, subscriptions.id),
                eq(cardExpiryNotices.expYear, year),
                eq(cardExpiryNotices.expMonth, month),
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(subscriptions.id))
    .limit(limit);
  return rows.map((row) => ({ ...factsOf(row), expYear: year, expMonth: month }));
}

/**
 * Lists past due subscriptions whose customer has had no reminder of the newest open order since the last day on
 * which one was due.
 *
 * @param at ISO 8601
 */
export async function listOverduePayments(
  db: Db,
  { at, limit }: { at: string; limit: number },
): Promise<EventOf<"PaymentOverdue">["data"][]> {
  const day: SQL<PaymentReminderDay> = sql`(
    select max(day) from unnest(${sql.param([...PAYMENT_REMINDER_DAYS])}::int[]) day
    where ${orders.orderedAt} + day * interval '1 day' <= ${at}::timestamptz
  )`;
  const rows = await db
    .select({
      ...subscriptionFields,
      orderId: orders.id,
      orderNumber: orders.number,
      duePence: orders.amountPence,
      day: day.as("day"),
    })
    .from(subscriptions)
    .innerJoin(customers, eq(customers.id, subscriptions.customerId))
    .innerJoin(orders, eq(orders.subscriptionId, subscriptions.id))
    .where(
      and(
        sql`${subscriptions.status} = 'past_due'`,
        isRenewing(sql`${subscriptions}`),
        eq(orders.status, "pending"),
        sql`not exists (
          select from ${orders} newer where newer.subscription_id = ${orders.subscriptionId}
            and newer.status = 'pending' and (newer.ordered_at, newer.id) > (${orders.orderedAt}, ${orders.id})
        )`,
        sql`${day} is not null`,
        sql`not exists (
          select from ${paymentReminders} sent where sent.order_id = ${orders.id} and sent.day >= ${day}
        )`,
      ),
    )
    .orderBy(asc(subscriptions.id))
    .limit(limit);
  return rows.map((row) => ({
    ...factsOf(row),
    orderId: row.orderId,
    orderNumber: row.orderNumber,
    duePence: row.duePence,
    day: row.day,
  }));
}

/** Lists the announced changes that hold at the next renewal; those that were applied stay listed. */
export async function listDuePriceChanges(db: Db, subscriptionId: string) {
  return db
    .select({ from: priceChanges.fromStripePriceId, stripePriceId: priceChanges.stripePriceId })
    .from(priceChanges)
    .innerJoin(subscriptions, eq(subscriptions.id, priceChanges.subscriptionId))
    .where(
      and(
        eq(priceChanges.subscriptionId, subscriptionId),
        lte(noticeEnd(sql`${priceChanges}`), subscriptions.currentPeriodEnd),
      ),
    );
}

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
