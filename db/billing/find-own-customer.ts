import { sql } from "drizzle-orm";
import { z } from "zod";
import { isLiveSession } from "#db/auth/live-session.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { customerOwners, customers, subscriptions } from "#db/schema/billing.ts";
import type { Reader } from "./read-own.ts";

const OwnCustomer = z.object({
  is_live: z.boolean(),
  customer_id: z.nullable(z.string()),
  subscription_id: z.nullable(z.string()),
});

/**
 * Finds under which customer a person pays, and for which subscription: the living one, else the latest.
 *
 * @returns `is_live` false when their session has ended; no ids when they never paid, or the provider has them no more
 */
export async function findOwnCustomer(
  db: Db,
  reader: Reader,
): Promise<z.infer<typeof OwnCustomer>> {
  const [found] = await rowsOf(
    db,
    sql`select ${isLiveSession(reader, reader.at)} as is_live, own.customer_id, own.subscription_id
    from (values (true)) one left join (
      select owner.customer_id, subscription.id as subscription_id from ${customerOwners} owner
      join ${customers} customer on customer.id = owner.customer_id and not customer.is_deleted
      join ${subscriptions} subscription on subscription.customer_id = owner.customer_id
      where owner.user_id = ${reader.userId}::uuid
      order by subscription.status in ('canceled', 'incomplete_expired'), subscription.duplicate_of is not null,
        subscription.created_at desc
      limit 1
    ) own on true`,
    OwnCustomer,
  );
  if (found === undefined) throw new Error("Bug: a select without a table returned no row");
  return found;
}
