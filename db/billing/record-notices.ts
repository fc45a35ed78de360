import { sql } from "drizzle-orm";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import {
  cardExpiryNotices,
  paymentReminders,
  priceChanges,
  renewalNotices,
} from "#db/schema/billing.ts";

/** One statement, so that a repeated check writes no second event. */
export async function recordCardExpiryNotice(
  db: Db,
  event: EventOf<"CardExpiring">,
): Promise<void> {
  const { customerId, subscriptionId, expYear, expMonth } = event.data;
  await db.execute(sql`with noticed as (
      insert into ${cardExpiryNotices} (subscription_id, exp_year, exp_month)
      values (${subscriptionId}, ${expYear}::int, ${expMonth}::int)
      on conflict do nothing returning subscription_id
    ) ${insertEvent(event, { type: "customer", id: customerId }, sql`from noticed`)}`);
}

/** One statement, so that a repeated check writes no second event. */
export async function recordPaymentReminder(
  db: Db,
  event: EventOf<"PaymentOverdue">,
): Promise<void> {
  const { customerId, orderId, day } = event.data;
  await db.execute(sql`with reminded as (
      insert into ${paymentReminders} (order_id, day) values (${orderId}, ${day}::int)
      on conflict do nothing returning order_id
    ) ${insertEvent(event, { type: "customer", id: customerId }, sql`from reminded`)}`);
}

/** One statement, so that a repeat writes no second event. */
export async function recordPriceChange(
  db: Db,
  event: EventOf<"PriceChangeAnnounced">,
  changes: readonly { from: string; stripePriceId: string; pence: number }[],
): Promise<void> {
  const { customerId, subscriptionId } = event.data;
  await db.execute(sql`with announced as (
      insert into ${priceChanges} (subscription_id, from_stripe_price_id, stripe_price_id, amount_pence, announced_at)
      select ${subscriptionId}, given."from", given."stripePriceId", given.pence, ${event.occurredAt}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as given("from" text, "stripePriceId" text, pence integer)
      on conflict do nothing returning subscription_id
    ) ${insertEvent(event, { type: "customer", id: customerId }, sql`from (select distinct subscription_id from announced) once`)}`);
}

/** One statement, so that a repeat writes no second event: Stripe's upcoming invoice has no id. */
export async function recordRenewalNotice(
  db: Db,
  event: EventOf<"RenewalAnnounced">,
): Promise<void> {
  const { customerId, subscriptionId, periodEnd } = event.data;
  await db.execute(sql`with noticed as (
      insert into ${renewalNotices} (subscription_id, period_end)
      values (${subscriptionId}, ${periodEnd}::timestamptz)
      on conflict do nothing returning subscription_id
    ) ${insertEvent(event, { type: "customer", id: customerId }, sql`from noticed`)}`);
}
