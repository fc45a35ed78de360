import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { sessions, users } from "#db/schema/accounts.ts";
import { Account, accountJson, SessionRow } from "./account.ts";

export type RefreshSession = {
  sessionId: string;
  /** Which of the session's tokens is shown. */
  counter: number;
  /** ISO 8601. */
  at: string;
  /** For how many seconds after a refresh every older token is still answered. */
  reuseIntervalS: number;
  /** Whether an old token that is shown after that ends the session. */
  endsOnReuse: boolean;
  /** A session that was not refreshed for so many seconds is over; null, never. */
  inactivityS: number | null;
};

export type RefreshedSession =
  /** `session.refresh_counter` says which token to hand out: a new one, or again the current one. */
  | { outcome: "refreshed"; user: Account; session: SessionRow }
  | { outcome: "banned" | "expired" | "reused" | "unknown" };

const Row = z.object({
  user: Account,
  session: SessionRow,
  verdict: z.enum(["current", "repeated", "reused", "expired", "banned"]),
});

/**
 * Rotates a session's refresh token in one statement. The current token gives the next one. The one before it, or any
 * older one shortly after a refresh, gives the current one again: its client missed an answer, or has several tabs. An
 * older one later is a copy that somebody kept, and ends the session; so does one of before a second step raised the
 * session, however soon it is shown. Of two that come at once the second waits for the row and is then the one before.
 */
export async function refreshSession(db: Db, input: RefreshSession): Promise<RefreshedSession> {
  const at = sql`${input.at}::timestamptz`;
  const [row] = await rowsOf(
    db,
    sql`with found as (
      select session.* from ${sessions} session where session.id = ${input.sessionId}::uuid for update
    ), judged as (
      select found.*, case
        when account.banned_until > ${at} then 'banned'
        when found.not_after <= ${at} or coalesce(found.refreshed_at, found.created_at)
          <= ${at} - ${input.inactivityS}::int * interval '1 second' then 'expired'
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
    from judged join ${users} account on account.id = judged.user_id`,
    Row,
  );
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
