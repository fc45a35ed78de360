import { sql } from "drizzle-orm";
import * as z from "zod";
import { redeemNonce } from "#db/accounts/one-time-tokens/redemption-sql.ts";
import { Account, accountJson } from "#db/accounts/users/account-row.ts";
import { type Db, hasRow, rowsOf } from "../../client.ts";
import { type AmrEntry, sessions, users } from "../../schema/accounts.ts";
import { amrWithout } from "./amr-sql.ts";
import { SessionRow } from "./current-user-sql.ts";
import { type NewSession, openSession, type SignedIn } from "./open-session.ts";
import { isOver, type SessionLimits } from "./valid-session-sql.ts";

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
export function reauthenticateSession(
  db: Db,
  { userId, sessionId, nonceHash, entry, at }: ReauthenticateSession,
): Promise<boolean> {
  return hasRow(db)`with nonce as (${redeemNonce(userId, nonceHash, at)})
  update ${sessions} session set amr = ${JSON.stringify([entry])}::jsonb || ${amrWithout(sql`session.amr`, [entry.method])}
  where session.id = ${sessionId}::uuid and session.user_id = ${userId}::uuid
    and (${nonceHash === null}::boolean or exists (select from nonce))
  returning session.id`;
}

type RefreshSession = SessionLimits & {
  sessionId: string;
  /** Number in the refresh token that the client sent. */
  counter: number;
  reuseIntervalS: number;
  endsOnReuse: boolean;
};

type RefreshedSession =
  | { outcome: "refreshed"; user: Account; session: SessionRow }
  | { outcome: "banned" | "expired" | "reused" | "unknown" };

const Row = z.object({
  user: Account,
  session: SessionRow,
  verdict: z.enum(["current", "repeated", "reused", "expired", "banned"]),
});

/**
 * The newest token returns the next one. The previous one, or any older one within the reuse interval, returns the
 * newest: the client missed a response or has several tabs. Any other is a stolen copy, also one from before MFA raised
 * the session.
 */
export async function refreshSession(db: Db, input: RefreshSession): Promise<RefreshedSession> {
  const at = sql`${input.at}::timestamptz`;
  // `for update` closes the race of two refreshes: the second waits and counts as the previous token.
  const [row] = await rowsOf(db, Row)`with found as (
    select session.* from ${sessions} session where session.id = ${input.sessionId}::uuid for update
  ), judged as (
    select found.*, case
      when account.banned_until > ${at} then 'banned'
      when ${isOver(sql`found`, input)} then 'expired'
      when found.refresh_counter = ${input.counter}::bigint then 'current'
      when found.refresh_floor <= ${input.counter}::bigint and (
        found.refresh_counter - ${input.counter}::bigint = 1
        or found.refreshed_at > ${at} - ${input.reuseIntervalS}::int * interval '1 second') then 'repeated'
      else 'reused' end as verdict
    from found join ${users} account on account.id = found.user_id and account.deleted_at is null
  ), rotated as (
    update ${sessions} session set refresh_counter = judged.refresh_counter + 1, refreshed_at = ${at}
    from judged where session.id = judged.id and judged.verdict = 'current'
    returning session.*
  ), ended as (
    delete from ${sessions} session using judged
    where session.id = judged.id and judged.verdict = 'reused' and ${input.endsOnReuse}::boolean
  )
  select ${accountJson(sql`account`)} as "user", judged.verdict,
    coalesce((select to_jsonb(rotated) from rotated), to_jsonb(judged) - 'verdict') as session
  from judged join ${users} account on account.id = judged.user_id`;
  if (row === undefined) return { outcome: "unknown" };
  switch (row.verdict) {
    case "current":
    case "repeated":
      return { outcome: "refreshed", user: row.user, session: row.session };
    case "banned":
    case "expired":
    case "reused":
      return { outcome: row.verdict };
  }
}
