import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { customers } from "#db/schema/billing.ts";
import type { Buyer } from "./open-checkout.ts";

const Kept = z.object({ id: z.string() });

/**
 * Keeps a customer that was made at the provider, before anything can be paid. Where another request was faster its
 * customer stays.
 *
 * @param email the address that the provider was given, or null
 * @returns the id of the customer that the buyer has now
 */
export async function keepCustomer(
  db: Db,
  input: { id: string; buyer: Buyer; email: string | null },
): Promise<string> {
  const { buyer } = input;
  const isAccount = buyer.kind === "account";
  const [kept] = await rowsOf(
    db,
    sql`insert into ${customers} (id, user_id, origin, guest_key, email)
      values (${input.id}, ${isAccount ? buyer.userId : null}::uuid, ${buyer.kind},
        ${isAccount ? null : buyer.guestKey}::uuid, ${input.email})
      on conflict ${
        isAccount
          ? sql`(user_id) where origin = 'account' and not is_deleted do update set user_id = excluded.user_id`
          : sql`(guest_key) do update set guest_key = excluded.guest_key`
      }
      returning id`,
    Kept,
  );
  if (kept === undefined) throw new Error("Bug: an upsert returned no row");
  return kept.id;
}

/** Marks a customer that the provider knows no more, so that its owner gets another one. */
export async function loseCustomer(db: Db, id: string): Promise<void> {
  await db.execute(sql`update ${customers} set is_deleted = true, guest_key = null, version = version + 1
    where id = ${id}`);
}
