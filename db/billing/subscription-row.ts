import { type SQL, sql } from "drizzle-orm";
import { customerOwners, subscriptionRequests, subscriptions } from "#db/schema/billing.ts";

/**
 * Condition that Stripe will charge a user again: an open subscription without a cancellation. A
 * pending request counts before Stripe knows it.
 *
 * @param user alias of the row
 */
export function hasBillingSubscription(user: SQL): SQL {
  return sql`exists (
    select from ${customerOwners} owner
    join ${subscriptions} subscription on subscription.customer_id = owner.customer_id
    where owner.user_id = ${user}.id and subscription.is_open
      and not coalesce((
        select request.kind = 'cancel' from ${subscriptionRequests} request
        where request.subscription_id = subscription.id and request.state = 'pending' and request.kind <> 'retention_offer'
      ), subscription.cancel_at_period_end or subscription.cancel_at is not null)
  )`;
}
