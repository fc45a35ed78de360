import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { users, webauthnCredentials } from "#db/schema/accounts.ts";
import { type NewSession, openSession, type SignedIn } from "../sessions/open-session.ts";

/** @returns null when passkey or account are gone, or a sign-in with the same count came first */
export function signInWithPasskey(
  db: Db,
  input: { passkeyId: string; signCount: number; isBackedUp: boolean; session: NewSession },
): Promise<SignedIn | null> {
  const { session } = input;
  // The condition on `sign_count` closes the race of a passkey and its copy: one of them signs in.
  return openSession(
    db,
    session,
    sql`used as (
      update ${webauthnCredentials} passkey set
        sign_count = ${input.signCount}::bigint, backed_up = ${input.isBackedUp}::boolean,
        last_used_at = ${session.at}::timestamptz
      where passkey.id = ${input.passkeyId}::uuid
        and (passkey.sign_count < ${input.signCount}::bigint
          or passkey.sign_count = 0 and ${input.signCount}::bigint = 0)
      returning passkey.user_id
    ), signed_in as (
      update ${users} account set last_sign_in_at = ${session.at}::timestamptz
      from used where account.id = used.user_id and account.deleted_at is null
      returning account.*
    )`,
  );
}
