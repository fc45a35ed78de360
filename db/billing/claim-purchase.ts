import { sql } from "drizzle-orm";
import { z } from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { customers } from "#db/schema/billing.ts";

const Owned = z.object({ user_id: z.nullable(z.string()), is_new: z.boolean() });

/**
 * Gives what a guest bought to an account, once, with its event in the same statement. Who asks must have shown that it
 * is theirs. Its subscriptions follow with the reading that the event causes.
 *
 * @returns whether the account owns it now, and whether that is new
 */
export async function claimPurchase(
  db: Db,
  event: EventOf<"PurchaseClaimed">,
  graceMs: number,
): Promise<{ isOwner: boolean; isNew: boolean }> {
  const { customerId, userId } = event.data;
  const [owned] = await rowsOf(
    db,
    sql`with claimed as (
      update ${customers} set user_id = ${userId}::uuid, guest_key = null, version = version + 1
      where id = ${customerId} and user_id is null returning id, user_id
    ), event as (
      ${insertEvent(event, { type: "customer", id: customerId }, graceMs, sql`from claimed`)}
    )
    select coalesce(
        (select user_id from claimed), (select user_id from ${customers} where id = ${customerId})
      ) as user_id,
      exists (select from claimed) as is_new`,
    Owned,
  );
  return { isOwner: owned?.user_id === userId, isNew: owned?.is_new ?? false };
}
