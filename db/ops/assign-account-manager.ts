import { sql } from "drizzle-orm";
import * as z from "zod";
import { PLANS } from "#contracts/catalogue.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { activeOperators } from "#db/content/account-manager-sql.ts";
import { type Db, oneRowOf, rowsOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { users } from "#db/schema/accounts.ts";
import { customerOwners, subscriptions } from "#db/schema/billing.ts";
import { businesses } from "#db/schema/content.ts";
import { Timestamp } from "#db/timestamps.ts";

/** `refused`: the account is gone, or the operator may not act any more. */
export type AssignOutcome = "assigned" | "unchanged" | "refused";

export async function assignAccountManager(
  db: Db,
  /** `businessId` is of a business that is new. */
  { businessId, event }: { businessId: string; event: EventOf<"AccountManagerAssigned"> },
): Promise<AssignOutcome> {
  const { userId, managerId } = event.data;
  const { is_allowed, is_changed } = await oneRowOf(
    db,
    sql`with customer as (
      select id from ${users} where id = ${userId}::uuid and deleted_at is null and (
        ${managerId}::uuid is null
        or exists (select from ${activeOperators()} where operator.user_id = ${managerId}::uuid)
      )
    ), changed as (
      insert into ${businesses} as own (id, user_id, account_manager_id, created_at)
      select ${businessId}, customer.id, ${managerId}::uuid, ${event.occurredAt}::timestamptz from customer
      on conflict (user_id) do update set account_manager_id = excluded.account_manager_id
        where own.account_manager_id is distinct from excluded.account_manager_id
      returning own.id
    ), event as (
      ${insertEvent(event, { type: "user", id: userId }, sql`from changed`)}
    )
    select exists (select from customer) as is_allowed, exists (select from changed) as is_changed`,
    z.object({ is_allowed: z.boolean(), is_changed: z.boolean() }),
  );
  if (!is_allowed) return "refused";
  return is_changed ? "assigned" : "unchanged";
}

const Manager = z.object({ user_id: z.string(), name: z.string() });

export async function findAccountManager(
  db: Db,
  userId: string,
): Promise<z.infer<typeof Manager> | null> {
  const [found] = await rowsOf(
    db,
    sql`select operator.user_id, operator.name from ${businesses} managed
      join ${activeOperators()} on operator.user_id = managed.account_manager_id
      where managed.user_id = ${userId}::uuid`,
    Manager,
  );
  return found ?? null;
}

const MANAGED_PLANS = PLANS.flatMap(({ priceId, showsAccountManager }) =>
  showsAccountManager ? priceId : [],
);
const UNASSIGNED_MAX = 100;

const Unassigned = z.object({
  user_id: z.string(),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  price_id: z.string(),
  since: Timestamp,
});
export type UnassignedCustomer = z.infer<typeof Unassigned>;

/** Lists customers whose plan names an account manager and who have none, the longest waiting first. */
export async function listUnassignedCustomers(db: Db): Promise<UnassignedCustomer[]> {
  return rowsOf(
    db,
    sql`select account.id as user_id, account.user_metadata->>'first_name' as first_name,
      account.user_metadata->>'last_name' as last_name, subscription.price_id, subscription.created_at as since
    from ${subscriptions} subscription
    join ${customerOwners} owner on owner.customer_id = subscription.customer_id
    join ${users} account on account.id = owner.user_id
    where subscription.is_open and subscription.status <> 'incomplete' and subscription.duplicate_of is null
      and subscription.price_id = any(${sql.param(MANAGED_PLANS)}::text[]) and not exists (
        select from ${businesses} managed join ${activeOperators()} on operator.user_id = managed.account_manager_id
        where managed.user_id = account.id
      )
    order by subscription.created_at, subscription.id limit ${UNASSIGNED_MAX}::int`,
    Unassigned,
  );
}
