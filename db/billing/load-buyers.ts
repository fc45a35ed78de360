import { sql } from "drizzle-orm";
import { z } from "zod";
import { ERASED_ADDRESS } from "#contracts/erased-address.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { users } from "#db/schema/auth.ts";
import { customers } from "#db/schema/billing.ts";

const LoadedBuyer = z.object({
  id: z.string(),
  email: z.nullable(z.string()),
  first_name: z.nullable(z.string()),
  /** Whether the address went with the account. */
  is_erased: z.boolean(),
});
export type LoadedBuyer = z.infer<typeof LoadedBuyer>;

/**
 * Reads whom to write to about what they pay for, by the provider's ids, in one statement: the address of the account
 * that owns it, else the one that it was bought with.
 *
 * @returns those that exist
 */
export async function loadBuyers(db: Db, ids: readonly string[]): Promise<LoadedBuyer[]> {
  return rowsOf(
    db,
    sql`select customer.id, coalesce(account.email, nullif(customer.email, ${ERASED_ADDRESS})) as email,
        account.user_metadata->>'first_name' as first_name,
        coalesce(customer.email = ${ERASED_ADDRESS}, false) as is_erased
      from ${customers} customer left join ${users} account on account.id = customer.user_id
      where customer.id = any(${sql.param([...ids])}::text[])`,
    LoadedBuyer,
  );
}
