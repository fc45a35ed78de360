import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { Account, accountJson } from "./account.ts";
import { type EmailOrPhone, matchesEmailOrPhone } from "./find-credentials.ts";

const Row = z.object({ user: Account });

/** Finds an account for an administrator, erased ones too. */
export async function findUserById(db: Db, id: string): Promise<Account | null> {
  const [row] = await rowsOf(
    db,
    sql`select ${accountJson(sql`account`)} as "user" from ${users} account where account.id = ${id}::uuid`,
    Row,
  );
  return row?.user ?? null;
}

/** Finds the account to sign in to under an email or phone. */
export async function findUser(db: Db, handle: EmailOrPhone): Promise<Account | null> {
  const [row] = await rowsOf(
    db,
    sql`select ${accountJson(sql`account`)} as "user" from ${users} account where ${matchesEmailOrPhone(handle)}`,
    Row,
  );
  return row?.user ?? null;
}
