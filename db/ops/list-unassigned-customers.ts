import { sql } from "drizzle-orm";
import * as z from "zod";
import { PLANS } from "#contracts/catalogue.ts";
import { activeOperators } from "#db/accounts/account-manager-sql.ts";
import { isInService } from "#db/billing/in-service-sql.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { customerOwners, subscriptions } from "#db/schema/billing.ts";
import { businesses } from "#db/schema/content.ts";
import { Timestamp } from "#db/timestamps.ts";
import { businessNameOf } from "../content/business-name-sql.ts";

const MANAGED_PLANS = PLANS.flatMap(({ priceId, showsAccountManager }) =>
  showsAccountManager ? priceId : [],
);

const UNASSIGNED_MAX = 100;

const Unassigned = z.object({
  userId: z.string(),
  businessName: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  priceId: z.string(),
  since: Timestamp,
});
export type UnassignedCustomer = z.infer<typeof Unassigned>;

/** Lists customers whose plan names an account manager and who have none, the longest waiting first. */
export async function listUnassignedCustomers(db: Db): Promise<UnassignedCustomer[]> {
  return rowsOf(
    db,
    sql`select account.id as user_id,
      ${businessNameOf({ userId: sql`account.id`, enquiryId: sql`null` })} as business_name, account.user_metadata->>'first_name' as first_name,
      account.user_metadata->>'last_name' as last_name, subscription.price_id, subscription.created_at as since
    from ${subscriptions} subscription
    join ${customerOwners} owner on owner.customer_id = subscription.customer_id
    join ${users} account on account.id = owner.user_id
    where ${isInService(sql`subscription`)}
      and subscription.price_id = any(${sql.param(MANAGED_PLANS)}::text[]) and not exists (
        select from ${businesses} managed join ${activeOperators()} on operator.user_id = managed.account_manager_id
        where managed.user_id = account.id
      )
    order by subscription.created_at, subscription.id limit ${UNASSIGNED_MAX}::int`,
    Unassigned,
  );
}
