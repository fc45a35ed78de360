import { type SQL, sql } from "drizzle-orm";
import { mfaFactors, sessions, users } from "#db/schema/accounts.ts";
import type { CurrentUserIds } from "./current-user-sql.ts";

export type SessionLimits = {
  at: string;
  /** Null: sessions do not end by inactivity. */
  inactivityS: number | null;
};

/** Whether a row of `sessions` takes no refresh token any more. */
export function isOver(session: SQL, { at, inactivityS }: SessionLimits): SQL {
  const now = sql`${at}::timestamptz`;
  return sql`coalesce(${session}.not_after <= ${now} or coalesce(${session}.refreshed_at, ${session}.created_at)
    <= ${now} - ${inactivityS}::int * interval '1 second', false)`;
}

/** The account is neither gone nor banned; the session is not over and has the second factor if the account has one. */
export function isValidSession({ userId, sessionId }: CurrentUserIds, at: string): SQL {
  return sql`exists (
      select from ${users} account
        left join ${sessions} session on session.id = ${sessionId}::uuid and session.user_id = account.id
      where account.id = ${userId}::uuid and account.deleted_at is null
        and (account.banned_until is null or account.banned_until <= ${at}::timestamptz)
        and (${sessionId}::uuid is null or session.id is not null)
        and (session.aal = 'aal2' or not exists (
          select from ${mfaFactors} factor where factor.user_id = account.id and factor.status = 'verified'
        ))
    )`;
}
