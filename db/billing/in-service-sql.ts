import { type SQL, sql } from "drizzle-orm";

/**
 * Condition on a subscription: it has begun with a payment, has not ended, and is no duplicate. In TypeScript:
 * `isInService` of `contracts/billing/subscription-status.ts`.
 */
export function isInService(subscription: SQL): SQL {
  return sql`(${subscription}.is_open and ${subscription}.status <> 'incomplete' and ${subscription}.duplicate_of is null)`;
}
