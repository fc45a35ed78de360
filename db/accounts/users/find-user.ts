import { eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { account, type Account, accountColumn } from "./account-row.ts";

/** An email in lower case, or a phone in E.164 without its plus. */
export type EmailOrPhone = { email: string } | { phone: string };

/** Condition on the row `account`. Nobody signs in to SSO accounts by email or phone. */
export function matchesEmailOrPhone(handle: EmailOrPhone): SQL {
  const isNamed =
    "email" in handle ? eq(account.email, handle.email) : eq(account.phone, handle.phone);
  return sql`${isNamed} and not ${account.isSso} and ${account.deletedAt} is null`;
}

/** Erased accounts too. */
export async function findUserById(db: Db, id: string): Promise<Account | null> {
  const [row] = await db.select({ user: accountColumn }).from(account).where(eq(account.id, id));
  return row?.user ?? null;
}

export async function findUser(db: Db, handle: EmailOrPhone): Promise<Account | null> {
  const [row] = await db
    .select({ user: accountColumn })
    .from(account)
    .where(matchesEmailOrPhone(handle));
  return row?.user ?? null;
}

type Credentials = { user: Account; passwordHash: string | null };

export async function findCredentials(db: Db, handle: EmailOrPhone): Promise<Credentials | null> {
  const [found] = await db
    .select({ user: accountColumn, passwordHash: account.passwordHash })
    .from(account)
    .where(matchesEmailOrPhone(handle));
  return found ?? null;
}
