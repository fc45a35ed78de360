import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { type NewSession, openSession, type SignedIn } from "./open-session.ts";

/** @returns null when the account is gone or its password has changed */
export function signIn(
  db: Db,
  input: {
    userId: string;
    session: NewSession;
    password: { verified: string; replacement: string | null } | null;
  },
): Promise<SignedIn | null> {
  const { userId, session, password } = input;
  // `password_hash =` closes the race with a password change: the old password opens no session after it.
  return openSession(
    db,
    session,
    sql`signed_in as (
      update ${users} account set last_sign_in_at = ${session.at}::timestamptz,
        password_hash = coalesce(${password?.replacement ?? null}, account.password_hash)
      where account.id = ${userId}::uuid and account.deleted_at is null
        and (${password === null}::boolean or account.password_hash = ${password?.verified ?? null})
      returning account.*
    )`,
  );
}
