import { type SQL, sql } from "drizzle-orm";
import type { ToldItem } from "#contracts/billing/item-names.ts";
import type { ItemState } from "#contracts/billing/stripe-state.ts";
import type { AnnouncedPrice } from "#contracts/billing/upcoming-payments.ts";
import { TERMS } from "#contracts/terms.ts";
import {
  priceChanges,
  subscriptionItems,
  subscriptionRequests,
  subscriptions,
} from "../schema/billing.ts";
import { outboxEvents } from "../schema/events.ts";
import { customersOfUser } from "./customers-sql.ts";

/** A pending request counts before Stripe knows it. */
export function isCancelScheduled(subscription: SQL): SQL<boolean> {
  return sql`coalesce((
    select request.kind = 'cancel' from ${subscriptionRequests} request
    where request.subscription_id = ${subscription}.id and request.state = 'pending' and request.kind <> 'retention_offer'
  ), ${subscription}.cancel_at_period_end)`;
}

/** The status is left out: each query has its own condition. */
export function isRenewing(subscription: SQL): SQL<boolean> {
  return sql`(${subscription}.duplicate_of is null and not ${isCancelScheduled(subscription)})`;
}

/** The customers are an array, so that they are known before subscriptions are read, and the index is used. */
export function hasRenewingSubscription(user: SQL): SQL {
  return sql`exists (
    select from ${subscriptions} subscription
    where subscription.customer_id = any(array(${customersOfUser(sql`${user}.id`)}))
      and subscription.is_open and not ${isCancelScheduled(sql`subscription`)}
  )`;
}

/**
 * Null once the cancellation's event is deleted.
 *
 * @param request alias of the row of `subscription_requests`
 */
export function promisedEndAt(request: SQL): SQL<string | null> {
  return sql`(
    select (event.payload->>'periodEnd')::timestamptz from ${outboxEvents} event
    where event.aggregate_id = ${subscriptions}.customer_id and event.type = 'SubscriptionCancelled'
      and event.payload->>'subscriptionId' = ${subscriptions}.id and event.occurred_at = ${request}.requested_at
    limit 1
  )`.mapWith(subscriptions.cancelAt) as SQL<string | null>;
}

/**
 * What was booked when the newest cancellation was made, and is booked no longer.
 *
 * @param subscription alias of the row of `subscriptions`
 */
export function lostPriceIds(subscription: SQL): SQL<ToldItem[]> {
  return sql`coalesce((
    select event.payload->'bookedPriceIds' from ${outboxEvents} event
    where ${subscription}.scheduled is null and event.aggregate_id = ${subscription}.customer_id
      and event.type = 'SubscriptionCancelled' and event.payload->>'subscriptionId' = ${subscription}.id
    order by event.occurred_at desc limit 1
  ), '[]')`;
}

/** @param change alias of the row of `price_changes` */
export function noticeEnd(change: SQL): SQL {
  return sql`${change}.announced_at + ${TERMS.notice.days}::int * interval '1 day'`;
}

type BilledItemRow = Pick<
  typeof subscriptionItems.$inferSelect,
  | "priceId"
  | "stripePriceId"
  | "amountPence"
  | "quantity"
  | "hasFixedPrice"
  | "interval"
  | "intervalCount"
> &
  Pick<ItemState, "productName">;

/** The plan first, then the add-ons. */
export function billedItems(subscription: SQL): SQL<BilledItemRow[]> {
  return sql`coalesce((
    select json_agg(
      json_build_object(
        'priceId', item.price_id, 'stripePriceId', item.stripe_price_id, 'productName', item.product_name, 'amountPence', item.amount_pence, 'quantity', item.quantity,
        'hasFixedPrice', item.has_fixed_price, 'interval', item.interval, 'intervalCount', item.interval_count
      ) order by item.price_id is distinct from ${subscription}.price_id, item.price_id, item.id
    ) from ${subscriptionItems} item where item.subscription_id = ${subscription}.id
  ), '[]')`;
}

export function announcedPrices(subscription: SQL): SQL<AnnouncedPrice[]> {
  return sql`coalesce((
    select json_agg(
      json_build_object('priceId', item.price_id, 'fromPence', item.amount_pence, 'pence', change.amount_pence, 'at', ${noticeEnd(sql`change`)})
      order by change.announced_at desc
    ) from ${priceChanges} change
    join ${subscriptionItems} item on item.subscription_id = change.subscription_id and item.stripe_price_id = change.from_stripe_price_id
    where change.subscription_id = ${subscription}.id
  ), '[]')`;
}

/**
 * Query of an open subscription to a plan. One outside the catalogue may be to a plan and counts.
 *
 * @param customerIds query or list in brackets
 */
export function openSubscriptionOf(customerIds: SQL): SQL {
  return sql`select subscription.id from ${subscriptions} subscription
    where subscription.customer_id in ${customerIds} and subscription.is_open and subscription.duplicate_of is null
      and (subscription.price_id is not null or exists (
        -- Outside the catalogue: may be a plan.
        select from ${subscriptionItems} item where item.subscription_id = subscription.id and item.price_id is null
      ))
    limit 1`;
}

/**
 * Condition on a subscription: it has begun with a payment, has not ended, and is no duplicate. In TypeScript:
 * `isInService` of `contracts/billing/subscription-status.ts`.
 */
export function isInService(subscription: SQL): SQL {
  return sql`(${subscription}.is_open and ${subscription}.status <> 'incomplete' and ${subscription}.duplicate_of is null)`;
}
