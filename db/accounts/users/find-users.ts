import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { AccountManager } from "#contracts/api/content/account-manager.ts";
import { anyOf } from "../../any-of.ts";
import type { Db } from "../../client.ts";
import { users } from "../../schema/accounts.ts";
import { accountManagerOf } from "../account-manager-sql.ts";
import { account, type Account, accountColumn } from "./account-row.ts";

/** An email in lower case, or a phone in E.164 without its plus. */
export type EmailOrPhone = { email: string } | { phone: string };

/** Condition on the row `account`. Nobody signs in to SSO accounts by email or phone. */
export function matchesEmailOrPhone(emailOrPhone: EmailOrPhone): SQL {
  const isNamed =
    "email" in emailOrPhone
      ? eq(account.email, emailOrPhone.email)
      : eq(account.phone, emailOrPhone.phone);
  return sql`${isNamed} and not ${account.isSso} and ${account.deletedAt} is null`;
}

/** Erased accounts too. */
export async function findUserById(db: Db, id: string): Promise<Account | null> {
  const [row] = await db.select({ user: accountColumn }).from(account).where(eq(account.id, id));
  return row?.user ?? null;
}

export async function findUser(db: Db, emailOrPhone: EmailOrPhone): Promise<Account | null> {
  const [row] = await db
    .select({ user: accountColumn })
    .from(account)
    .where(matchesEmailOrPhone(emailOrPhone));
  return row?.user ?? null;
}

type Credentials = { user: Account; passwordHash: string | null };

export async function findCredentials(
  db: Db,
  emailOrPhone: EmailOrPhone,
): Promise<Credentials | null> {
  const [found] = await db
    .select({ user: accountColumn, passwordHash: account.passwordHash })
    .from(account)
    .where(matchesEmailOrPhone(emailOrPhone));
  return found ?? null;
}

type UserContact = {
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
