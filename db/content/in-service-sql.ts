import { type SQL, sql } from "drizzle-orm";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { customerOwners, subscriptions } from "#db/schema/billing.ts";
import { isInService } from "../billing/subscription-sql.ts";

/** Condition on a user: one of their subscriptions is in service, so content is made for them. */
export function hasSubscriptionInService(userId: SQL): SQL {
  return sql`exists (
      select from ${customerOwners} owner
      join ${subscriptions} subscription on subscription.customer_id = owner.customer_id
      where owner.user_id = ${userId} and ${isInService(sql`subscription`)}
    )`;
}

/** Condition on a user: has had a subscription, and none is in service. False for a free trial, whose user is null: it ends by itself. */
export function isFormerCustomer(userId: SQL): SQL {
  return sql`(exists (
      select from ${customerOwners} owner
      join ${subscriptions} subscription on subscription.customer_id = owner.customer_id
      where owner.user_id = ${userId}
    ) and not ${hasSubscriptionInService(userId)})`;
}

export function mayChangeBrief(user: CurrentUserAt): SQL {
  return sql`(${isValidSession(user, user.at)} and ${hasSubscriptionInService(sql`${user.userId}::uuid`)})`;
}
