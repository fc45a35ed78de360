import { sql } from "drizzle-orm";
import { z } from "zod";
import { isLiveSession } from "#db/auth/live-session.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { customerOwners, customers, subscriptions } from "#db/schema/billing.ts";
import type { Reader } from "./read-own.ts";

const OwnCustomer = z.object({ is_live: z.boolean(), customer_id: z.nullable(z.string()) });

/**
 * Finds under which customer a person pays: the one with the living subscription, else the one with the latest.
 *
 * @returns `is_live` false when their session has ended; no id when they never paid, or the provider has them no more
 */
export async function findOwnCustomer(
  db: Db,
  reader: Reader,
): Promise<z.infer<typeof OwnCustomer>> {
  const [found] = await rowsOf(
    db,
    sql`select ${isLiveSession(reader, reader.at)} as is_live, (
      select owner.customer_id from ${customerOwners} owner
      join ${customers} customer on customer.id = owner.customer_id and not customer.is_deleted
      join ${subscriptions} subscription on subscription.customer_id = owner.customer_id
      where owner.user_id = ${reader.userId}::uuid
      order by subscription.status in ('canceled', 'incomplete_expired'), subscription.duplicate_of is not null,
        subscription.created_at desc
      limit 1
    ) as customer_id`,
    OwnCustomer,
  );
  if (found === undefined) throw new Error("Bug: a select without a table returned no row");
  return found;
}
