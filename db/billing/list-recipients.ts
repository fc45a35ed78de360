import { sql } from "drizzle-orm";
import { z } from "zod";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { customers } from "#db/schema/billing.ts";

const CustomerContact = z.object({
  id: z.string(),
  email: z.nullable(z.string()),
  first_name: z.nullable(z.string()),
  /** Whether the address went with the account. */
  is_erased: z.boolean(),
});
export type CustomerContact = z.infer<typeof CustomerContact>;

/** Lists mail recipients of customers: the email of the owning account, else the customer's own. */
export async function listCustomerContacts(
  db: Db,
  ids: readonly string[],
): Promise<CustomerContact[]> {
  return rowsOf(
    db,
    sql`select customer.id, coalesce(account.email, nullif(customer.email, ${ERASED_EMAIL})) as email,
        account.user_metadata->>'first_name' as first_name,
        coalesce(customer.email = ${ERASED_EMAIL}, false) as is_erased
      from ${customers} customer left join ${users} account on account.id = customer.user_id
      where customer.id = any(${sql.param([...ids])}::text[])`,
    CustomerContact,
  );
}
