import { type SQL, sql } from "drizzle-orm";
import { endRequests } from "#db/schema/billing.ts";
import { outboxEvents } from "#db/schema/events.ts";

/**
 * The condition that an end of the subscription of a row is set. What its owner said last holds, also before the provider
 * was told.
 *
 * @param subscription alias of the row
 */
export function isEnding(subscription: SQL): SQL {
  return sql`coalesce((
    select request.wants = 'end' from ${endRequests} request
    where request.subscription_id = ${subscription}.id and request.state = 'pending'
  ), ${subscription}.cancel_at_period_end)`;
}

/**
 * The end that somebody was told of when they asked for one, as the event says it: what the provider is held to. Null where
 * nobody knows it any more.
 *
 * @param request alias of the row of `end_requests`
 * @param subscription alias of the row that it is about
 */
export function toldEnd(request: SQL, subscription: SQL): SQL {
  return sql`(
    select (event.payload->>'periodEnd')::timestamptz from ${outboxEvents} event
    where event.aggregate_id = ${subscription}.customer_id and event.type = 'SubscriptionCancelled'
      and event.payload->>'subscriptionId' = ${subscription}.id and event.occurred_at = ${request}.asked_at
    limit 1
  )`;
}

/**
 * {@link toldEnd} of the end that is set for the subscription of a row and that the provider has still to be told of; null
 * where there is none.
 *
 * @param subscription alias of the row
 */
export function pendingToldEnd(subscription: SQL): SQL {
  return sql`(
    select ${toldEnd(sql`request`, subscription)} from ${endRequests} request
    where request.subscription_id = ${subscription}.id and request.state = 'pending' and request.wants = 'end'
  )`;
}
