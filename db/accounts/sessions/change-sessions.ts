import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "../../client.ts";
import { type AmrEntry, sessions, users } from "../../schema/accounts.ts";
import { redeemNonce } from "../one-time-tokens/redeem-nonce-sql.ts";
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

type ReauthenticateSession = {
  userId: string;
  sessionId: string | null;
  /** Hash of the mailed or texted code; null for another proof. */
  nonceHash: string | null;
  entry: AmrEntry;
  at: string;
};

/** @returns false, with nothing written, for a wrong code or a session that is gone */
export async function reauthenticateSession(
  db: Db,
  { userId, sessionId, nonceHash, entry, at }: ReauthenticateSession,
): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`with nonce as (${redeemNonce(userId, nonceHash, at)})
    update ${sessions} session set amr = ${JSON.stringify([entry])}::jsonb || coalesce((
      select jsonb_agg(known.entry order by known.place)
      from jsonb_array_elements(session.amr) with ordinality as known(entry, place)
      where known.entry->>'method' <> ${entry.method}
    ), '[]')
    where session.id = ${sessionId}::uuid and session.user_id = ${userId}::uuid
      and (${nonceHash === null}::boolean or exists (select from nonce))
    returning session.id`,
    z.object({ id: z.string() }),
  );
  return rows.length === 1;
}
