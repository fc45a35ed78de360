import { type SQL, sql } from "drizzle-orm";
import { customerOwners, subscriptionRequests, subscriptions } from "#db/schema/billing.ts";

/**
 * The condition that money will be taken again from the person of a row of `users`: a subscription of theirs lives and
 * no end of it is set. What they said last of its end holds, also before the provider was told.
 *
 * @param user alias of the row
 */
export function hasBillingSubscription(user: SQL): SQL {
  return sql`exists (
    select from ${customerOwners} owner
    join ${subscriptions} subscription on subscription.customer_id = owner.customer_id
    where owner.user_id = ${user}.id and subscription.status not in ('canceled', 'incomplete_expired')
      and not coalesce((
        select request.action = 'cancel' from ${subscriptionRequests} request
        where request.subscription_id = subscription.id and request.state = 'pending'
      ), subscription.cancel_at_period_end or subscription.cancel_at is not null)
  )`;
}
