import { sql } from "drizzle-orm";
import * as z from "zod";
import { hasOpenSubscription } from "#db/content/own-business-sql.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { customerOwners, subscriptions } from "#db/schema/billing.ts";

const Row = z.object({
  user_id: z.string(),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  /** Null when content is not paid for. */
  subscription: z.nullable(z.object({ id: z.string(), price_id: z.string() })),
});
export type ContentCustomer = z.infer<typeof Row>;

export async function findContentCustomer(db: Db, userId: string): Promise<ContentCustomer | null> {
  const [row] = await rowsOf(
    db,
    sql`select account.id as user_id, account.user_metadata->>'first_name' as first_name,
      account.user_metadata->>'last_name' as last_name, case when ${hasOpenSubscription(sql`account.id`)} then (
        select jsonb_build_object('id', subscription.id, 'price_id', subscription.price_id)
        from ${customerOwners} owner
        join ${subscriptions} subscription on subscription.customer_id = owner.customer_id
        where owner.user_id = account.id and subscription.is_open and subscription.status <> 'incomplete'
          and subscription.duplicate_of is null
        order by subscription.created_at, subscription.id limit 1
      ) end as subscription
      from ${users} account where account.id = ${userId}::uuid and account.deleted_at is null`,
    Row,
  );
  return row ?? null;
}
