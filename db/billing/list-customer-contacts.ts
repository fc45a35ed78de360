import { eq, sql } from "drizzle-orm";
import type { AccountManager } from "#contracts/api/content/account-manager.ts";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { accountManagerOf } from "#db/accounts/account-manager-sql.ts";
import { anyOf } from "#db/any-of.ts";
import type { Db } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { customers, subscriptions } from "#db/schema/billing.ts";

export type CustomerContact = Awaited<ReturnType<typeof listCustomerContacts>>[number];

/** The email is the owning account's, else the customer's own. */
export async function listCustomerContacts(db: Db, ids: readonly string[]) {
  return db
    .select({
      id: customers.id,
      email: sql<
        string | null
      >`coalesce(${users.email}, nullif(${customers.email}, ${ERASED_EMAIL}))`,
      receiptEmail: sql<string | null>`nullif(${customers.email}, ${ERASED_EMAIL})`,
      firstName: sql<string | null>`${users.userMetadata}->>'first_name'`,
      hasAccount: sql<boolean>`${users.id} is not null and ${users.deletedAt} is null`,
      /** The default, which pays for every subscription. */
      card: sql<{ brand: string; last4: string | null } | null>`(
        select json_build_object('brand', payment_method_brand, 'last4', payment_method_last4)
        from ${subscriptions} subscription
        where subscription.customer_id = ${customers}.id and is_open and payment_method_brand is not null
        order by created_at desc limit 1
      )`,
      accountManager: sql<AccountManager | null>`${accountManagerOf(sql`${users}.id`)}`,
      isErased: sql<boolean>`coalesce(${customers.email} = ${ERASED_EMAIL}, false)`,
    })
    .from(customers)
    .leftJoin(users, eq(users.id, customers.userId))
    .where(anyOf(customers.id, ids));
}
