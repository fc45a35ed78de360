import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { Account, accountJson } from "./account.ts";

/** An email in lower case, or a phone in E.164 without its plus. */
export type EmailOrPhone = { email: string } | { phone: string };

const Credentials = z.object({ user: Account, password_hash: z.nullable(z.string()) });
export type Credentials = z.infer<typeof Credentials>;

/** Finds an account with its password hash. SSO accounts are never found. */
export async function findCredentials(db: Db, handle: EmailOrPhone): Promise<Credentials | null> {
  const [found] = await rowsOf(
    db,
    sql`select ${accountJson(sql`account`)} as "user", account.password_hash
      from ${users} account where ${matchesEmailOrPhone(handle)}`,
    Credentials,
  );
  return found ?? null;
}

/** Condition that the row `account` is the one to sign in to. */
export function matchesEmailOrPhone(handle: EmailOrPhone): SQL {
  const named =
    "email" in handle ? sql`account.email = ${handle.email}` : sql`account.phone = ${handle.phone}`;
  return sql`${named} and not account.is_sso and account.deleted_at is null`;
}
