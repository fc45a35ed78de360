import { type SQL, sql } from "drizzle-orm";
import { customers, subscriptions } from "#db/schema/billing.ts";

/**
 * The condition that money will be taken again from the person of a row of `users`: a subscription lives and no end of it
 * is set. What a guest bought under their proven address is theirs as well.
 *
 * @param user alias of the row
 */
export function hasBillingSubscription(user: SQL): SQL {
  return sql`exists (
    select from ${subscriptions} subscription
    join ${customers} customer on customer.id = subscription.customer_id
    where (
        subscription.user_id = ${user}.id
        or (customer.user_id is null and customer.email = ${user}.email and ${user}.email_confirmed_at is not null)
      )
      and subscription.status not in ('canceled', 'incomplete_expired')
      and not subscription.cancel_at_period_end and subscription.cancel_at is null
  )`;
}
