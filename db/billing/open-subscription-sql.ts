import { type SQL, sql } from "drizzle-orm";
import { subscriptionItems, subscriptions } from "#db/schema/billing.ts";

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
