import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { insertSignInNotice } from "../insert-security-notice.ts";
import { insertSession, type NewSession } from "./insert-session.ts";
import { SignedIn, signedInColumns } from "./signed-in.ts";

/** @returns null when the account is gone or its password has changed */
export async function signIn(
  db: Db,
  input: {
    userId: string;
    session: NewSession;
    password: { verified: string; replacement: string | null } | null;
  },
): Promise<SignedIn | null> {
  const { userId, session, password } = input;
  // `password_hash =` closes the race with a password change: the old password opens no session after it.
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
    ), sign_in_notice as (
      ${insertSignInNotice(session)}
    )
    select ${signedInColumns(sql`signed_in`)} from signed_in`,
    SignedIn,
  );
  return row ?? null;
}
