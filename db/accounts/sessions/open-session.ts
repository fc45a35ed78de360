import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, findRowOf } from "#db/client.ts";
import { type AmrEntry, sessions } from "#db/schema/accounts.ts";
import { insertSignInNotice, type NoticeEvent } from "../insert-security-notice.ts";
import { Account, accountJson } from "../users/account-row.ts";
import { SessionRow } from "./current-user-sql.ts";

export type NewSession = {
  id: string;
  amr: AmrEntry[];
  aal: "aal1" | "aal2";
  factorId: string | null;
  ip: string | null;
  userAgent: string | null;
  provider: string | null;
  at: string;
  /** Ends the session in spite of refreshes. */
  notAfter: string | null;
  /** Written for a new device or network. */
  notice: NoticeEvent;
};

export const SignedIn = z.object({ user: Account, session: SessionRow });
export type SignedIn = z.infer<typeof SignedIn>;

/**
 * Opens a session for the account that the CTE `signed_in` returns.
 *
 * @returns null when it returns none
 */
export function openSession(db: Db, session: NewSession, signedIn: SQL) {
  return findRowOf(db, SignedIn)`with ${signedIn}, ${sessionParts(session, sql`from signed_in`)}
  select ${signedInColumns(sql`signed_in`)} from signed_in`;
}

/** CTEs `session`, which is opened for the account of `from`, and `sign_in_notice`. */
export function sessionParts(session: NewSession, from: SQL): SQL {
  return sql`session as (
      ${insertSession(session, from)}
    ), sign_in_notice as (
      ${insertSignInNotice(session.notice)}
    )`;
}

export function insertSession(session: NewSession, from: SQL): SQL {
  return sql`insert into ${sessions} (
      id, user_id, aal, amr, factor_id, ip, user_agent, provider, not_after, created_at
    ) select
      ${session.id}::uuid, id, ${session.aal}, ${JSON.stringify(session.amr)}::jsonb, ${session.factorId}::uuid,
      ${session.ip}, ${session.userAgent}, ${session.provider}, ${session.notAfter}::timestamptz,
      ${session.at}::timestamptz
    ${from}
    returning *`;
}

/** For a statement with a CTE `session`. */
export function signedInColumns(user: SQL, from: { identities?: SQL; factors?: SQL } = {}): SQL {
  return sql`${accountJson(user, from)} as "user", (select to_jsonb(session) from session) as session`;
}
