import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { customers } from "#db/schema/billing.ts";
import type { CheckoutOwner } from "./start-checkout.ts";

const TRIES_MAX = 2;

const Kept = z.object({ id: z.string() });

/**
 * Keeps a customer that was made at the provider, before anything can be paid. Where another request was faster its
 * customer stays.
 *
 * @param email the address that the provider was given, or null
 * @returns the id of the customer that the buyer has now; null when the one that the provider gave is gone there or
 *   somebody else's by now, which its memory of the buyer's first request makes possible for a day
 */
export async function saveCustomer(
  db: Db,
  input: { id: string; buyer: CheckoutOwner; email: string | null },
): Promise<string | null> {
  const { buyer } = input;
  const isAccount = buyer.kind === "account";
  const own = isAccount
    ? sql`user_id = ${buyer.userId}::uuid and origin = 'account' and not is_deleted`
    : sql`guest_key = ${buyer.guestKey}::uuid`;
  // Whoever waited for another's insert does not see its row within the same statement.
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const [kept] = await rowsOf(
      db,
      sql`with kept as (
        insert into ${customers} (id, user_id, origin, guest_key, email)
        values (${input.id}, ${isAccount ? buyer.userId : null}::uuid, ${buyer.kind},
          ${isAccount ? null : buyer.guestKey}::uuid, ${input.email})
        on conflict do nothing returning id
      )
      select id from kept union all select id from ${customers} where ${own} limit 1`,
      Kept,
    );
    if (kept !== undefined) return kept.id;
  }
  return null;
}

/** Marks a customer that the provider knows no more, so that its owner gets another one. */
export async function markCustomerDeleted(db: Db, id: string): Promise<void> {
  await db.execute(sql`update ${customers} set is_deleted = true, guest_key = null, version = version + 1
    where id = ${id}`);
}
