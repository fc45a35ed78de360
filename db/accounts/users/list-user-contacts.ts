import { and, isNull, sql } from "drizzle-orm";
import type { AccountManager } from "#contracts/api/content/account-manager.ts";
import { accountManagerOf } from "#db/accounts/account-manager-sql.ts";
import { anyOf } from "#db/any-of.ts";
import type { Db } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";

export type UserContact = {
  id: string;
  email: string | null;
  firstName: string | null;
  accountManager: AccountManager | null;
};

export async function listUserContacts(db: Db, ids: readonly string[]): Promise<UserContact[]> {
  return db
    .select({
      id: users.id,
      email: users.email,
      firstName: sql<string | null>`${users.userMetadata}->>'first_name'`,
      accountManager: sql<AccountManager | null>`${accountManagerOf(sql`${users}.id`)}`,
    })
    .from(users)
    .where(and(anyOf(users.id, ids), isNull(users.deletedAt)));
}
