import { type SQL, sql } from "drizzle-orm";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import type { UserQuery } from "#db/billing/user-session.ts";
import { customerOwners, subscriptions } from "#db/schema/billing.ts";

/** Content is made for whoever has paid and has not left. */
export function hasOpenSubscription(userId: SQL): SQL {
  return sql`exists (
      select from ${customerOwners} owner
      join ${subscriptions} subscription on subscription.customer_id = owner.customer_id
      where owner.user_id = ${userId} and subscription.is_open and subscription.status <> 'incomplete'
        and subscription.duplicate_of is null
    )`;
}

/** Nothing waits for the decision of who has left; a free trial, whose user is null, ends by itself. */
export function hasLeft(userId: SQL): SQL {
  return sql`(exists (
      select from ${customerOwners} owner
      join ${subscriptions} subscription on subscription.customer_id = owner.customer_id
      where owner.user_id = ${userId}
    ) and not ${hasOpenSubscription(userId)})`;
}

export function mayChangeBrief(user: UserQuery): SQL {
  return sql`(${isValidSession(user, user.at)} and ${hasOpenSubscription(sql`${user.userId}::uuid`)})`;
}
