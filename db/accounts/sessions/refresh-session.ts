import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { sessions, users } from "#db/schema/accounts.ts";
import { Account, accountJson } from "../users/account-row.ts";
import { SessionRow } from "./current-user-sql.ts";
import { isOver, type SessionLimits } from "./valid-session-sql.ts";

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
  const [row] = await rowsOf(
    db,
    sql`with found as (
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
