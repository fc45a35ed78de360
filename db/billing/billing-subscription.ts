import { type SQL, sql } from "drizzle-orm";
import { customerOwners, subscriptions } from "#db/schema/billing.ts";

/**
 * The condition that money will be taken again from the person of a row of `users`: a subscription of theirs lives and
 * no end of it is set.
 *
 * @param user alias of the row
 */
export function hasBillingSubscription(user: SQL): SQL {
  return sql`exists (
    select from ${customerOwners} owner
    join ${subscriptions} subscription on subscription.customer_id = owner.customer_id
    where owner.user_id = ${user}.id and subscription.status not in ('canceled', 'incomplete_expired')
      and not subscription.cancel_at_period_end and subscription.cancel_at is null
  )`;
}
