import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { retry } from "#db/retry.ts";
import { customers } from "#db/schema/billing.ts";
import type { CheckoutOwner } from "./start-checkout.ts";

const ATTEMPTS_MAX = 2;

const Saved = z.object({ id: z.string() });

/**
 * If another request was first, its customer stays.
 *
 * @returns null when Stripe deleted the customer or it belongs to another buyer: a replayed
 * idempotency key makes that possible for a day
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
  const attempt = async () => {
    const [saved] = await rowsOf(
      db,
      sql`with saved as (
        insert into ${customers} (id, user_id, origin, guest_key, email)
        values (${input.id}, ${isAccount ? buyer.userId : null}::uuid, ${buyer.kind},
          ${isAccount ? null : buyer.guestKey}::uuid, ${input.email})
        on conflict do nothing returning id
      )
      select id from saved union all select id from ${customers} where ${own} limit 1`,
      Saved,
    );
    return saved?.id ?? null;
  };
  // A statement that waited for another request's insert does not see that row; the next one does.
  return retry(attempt, { attempts: ATTEMPTS_MAX });
}
