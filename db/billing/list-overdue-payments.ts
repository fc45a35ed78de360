import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { PAYMENT_REMINDER_DAYS, type PaymentReminderDay } from "#contracts/billing/dunning.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { customers, orders, paymentReminders, subscriptions } from "#db/schema/billing.ts";
import { subscriptionFields } from "./select-subscriptions.ts";
import { factsOf } from "./subscription-facts.ts";
import { isRenewing } from "./subscription-sql.ts";

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
