import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { Account, accountJson, SessionRow } from "../users/account.ts";
import { insertSession, type NewSession } from "./insert-session.ts";

const PasswordSignIn = z.object({ user: Account, session: SessionRow });
export type PasswordSignIn = z.infer<typeof PasswordSignIn>;

/**
 * Opens a session for an authenticated user.
 *
 * @param input.password the hash that was compared, and its replacement if outdated; null for
 * sign-ins without a password
 * @returns null when the account is gone or its password has changed
 */
export async function signIn(
  db: Db,
  input: {
    userId: string;
    session: NewSession;
    password: { verified: string; replacement: string | null } | null;
  },
): Promise<PasswordSignIn | null> {
  const { userId, session, password } = input;
  const [row] = await rowsOf(
    db,
    sql`with signed_in as (
      update ${users} account set last_sign_in_at = ${session.at}::timestamptz,
        password_hash = coalesce(${password?.replacement ?? null}, account.password_hash)
      where account.id = ${userId}::uuid and account.deleted_at is null
        and (${password === null}::boolean or account.password_hash = ${password?.verified ?? null})
      returning account.*
    ), session as (
      ${insertSession(session, sql`from signed_in`)}
    )
    select ${accountJson(sql`signed_in`)} as "user", (select to_jsonb(session) from session) as session
    from signed_in`,
    PasswordSignIn,
  );
  return row ?? null;
}
