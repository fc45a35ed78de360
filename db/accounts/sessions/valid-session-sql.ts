import { type SQL, sql } from "drizzle-orm";
import { mfaFactors, sessions, users } from "#db/schema/accounts.ts";
import type { CurrentUserIds } from "./current-user-sql.ts";

export type SessionLimits = {
  at: string;
  /** Null: sessions do not end by inactivity. */
  inactivityS: number | null;
};

/** Whether a row of `sessions` has ended and takes no refresh token. */
export function isOver(session: SQL, { at, inactivityS }: SessionLimits): SQL {
  const now = sql`${at}::timestamptz`;
  return sql`coalesce(${session}.not_after <= ${now} or coalesce(${session}.refreshed_at, ${session}.created_at)
    <= ${now} - ${inactivityS}::int * interval '1 second', false)`;
}

/** The account is neither gone nor banned; the session exists and has the second factor if the account has one. */
export function isValidSession({ userId, sessionId }: CurrentUserIds, at: string): SQL {
  return sql`exists (
      select from ${users} account
        left join ${sessions} session on session.id = ${sessionId}::uuid and session.user_id = account.id
      where account.id = ${userId}::uuid and account.deleted_at is null and ${isNotBanned(at)}
        and (${sessionId}::uuid is null or session.id is not null) and ${hasSecondFactor(sql`session`)}
    )`;
}

/**
 * As {@link isValidSession}, for a statement that writes on behalf of the session: of two at once, the second waits and
 * finds a session that the first one ended. All lock the account first, so that none wait for each other. Without a
 * session, as for an administrator, only the account is locked.
 *
 * @param of.mayLackFactor for statements that prove or remove one
 */
export function lockValidSession(
  { userId, sessionId }: CurrentUserIds,
  at: string,
  { mayLackFactor = false }: { mayLackFactor?: boolean } = {},
): SQL {
  return sql`exists (
      with account as materialized (
        select id, banned_until from ${users} where id = ${userId}::uuid for no key update
      ), own as materialized (
        select session.* from account
          join ${sessions} session on session.id = ${sessionId}::uuid and session.user_id = account.id
        for update of session
      )
      select from account left join own on true
      where ${sessionId}::uuid is null or own.id is not null and ${isNotBanned(at)}
        and (${mayLackFactor}::boolean or ${hasSecondFactor(sql`own`)})
    )`;
}

function isNotBanned(at: string): SQL {
  return sql`(account.banned_until is null or account.banned_until <= ${at}::timestamptz)`;
}

function hasSecondFactor(session: SQL): SQL {
  return sql`(${session}.aal = 'aal2' or not exists (
      select from ${mfaFactors} factor where factor.user_id = account.id and factor.status = 'verified'
    ))`;
}
