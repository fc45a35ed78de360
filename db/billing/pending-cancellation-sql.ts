import { type SQL, sql } from "drizzle-orm";
import { subscriptionRequests } from "#db/schema/billing.ts";
import { outboxEvents } from "#db/schema/events.ts";

/**
 * Condition that a cancellation is set. A pending request counts before Stripe knows it.
 *
 * @param subscription alias of the row
 */
export function isCancelScheduled(subscription: SQL): SQL {
  return sql`coalesce((
    select request.kind = 'cancel' from ${subscriptionRequests} request
    where request.subscription_id = ${subscription}.id and request.state = 'pending' and request.kind <> 'retention_offer'
  ), ${subscription}.cancel_at_period_end)`;
}

/**
 * The end that somebody was told of when they asked for one, as the event says it: what the provider is held to. Null where
 * nobody knows it any more.
 *
 * @param request alias of the row of `subscription_requests`
 * @param subscription alias of the row that it is about
 */
export function promisedEndAt(request: SQL, subscription: SQL): SQL {
  return sql`(
    select (event.payload->>'periodEnd')::timestamptz from ${outboxEvents} event
    where event.aggregate_id = ${subscription}.customer_id and event.type = 'SubscriptionCancelled'
      and event.payload->>'subscriptionId' = ${subscription}.id and event.occurred_at = ${request}.requested_at
    limit 1
  )`;
}

/**
 * {@link promisedEndAt} of the end that is set for the subscription of a row and that the provider has still to be told of; null
 * where there is none.
 *
 * @param subscription alias of the row
 */
export function pendingPromisedEndAt(subscription: SQL): SQL {
  return sql`(
    select ${promisedEndAt(sql`request`, subscription)} from ${subscriptionRequests} request
    where request.subscription_id = ${subscription}.id and request.state = 'pending' and request.kind = 'cancel'
  )`;
}
