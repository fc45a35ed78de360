import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, oneRowOf } from "#db/client.ts";
import { type AmrEntry, mfaFactors, sessions, users } from "#db/schema/accounts.ts";
import { Timestamp } from "#db/timestamps.ts";
import { insertSecurityNotice, type NoticeEvent } from "../insert-security-notice.ts";
import { SessionRow } from "../sessions/current-user-sql.ts";
import type { SignedIn } from "../sessions/open-session.ts";
import { raisedCounters } from "../sessions/raised-counters-sql.ts";
import { lockValidSession } from "../sessions/valid-session-sql.ts";
import { Account, accountJson } from "../users/account-row.ts";

type VerifyRecoveryCode = {
  userId: string;
  sessionId: string;
  codeHash: string;
  amr: AmrEntry[];
  notice: NoticeEvent;
  at: string;
};

type VerifiedRecoveryCode =
  | ({ outcome: "raised" } & SignedIn)
  | { outcome: "wrong" }
  | { outcome: "locked"; until: string };

const FAILURES_MAX = 5;
const LOCK_MINUTES = 15;

const Row = z.object({
  lockedUntil: z.nullable(Timestamp),
  user: z.nullable(Account),
  session: z.nullable(SessionRow),
});

/**
 * Spends a code and raises the session to aal2, as `verifyFactor` does. The fifth
 * wrong code in a row locks the set for a quarter of an hour.
 */
export async function verifyRecoveryCode(
  db: Db,
  input: VerifyRecoveryCode,
): Promise<VerifiedRecoveryCode> {
  const user = sql`${input.userId}::uuid`;
  const at = sql`${input.at}::timestamptz`;
  // `for update` closes the races of one code used twice and of wrong codes at once: each waits, and reads the row anew.
  const row = await oneRowOf(
    db,
    sql`with found as (
      select id, locked_until, coalesce(locked_until > ${at}, false) as is_locked,
        ${input.codeHash} = any(recovery_code_hashes) as is_right
      from ${mfaFactors}
      where ${lockValidSession(input, input.at, { mayLackFactor: true })} and user_id = ${user} and factor_type = 'recovery_code'
      for update
    ), tried as (
      update ${mfaFactors} factor set
        recovery_code_hashes = array_remove(factor.recovery_code_hashes, ${input.codeHash}),
        failed_attempts = case when found.is_right then 0 else (factor.failed_attempts + 1) % ${FAILURES_MAX}::int end,
        locked_until = case when not found.is_right and factor.failed_attempts + 1 = ${FAILURES_MAX}::int
          then ${at} + ${LOCK_MINUTES}::int * interval '1 minute' end
      from found where factor.id = found.id and not found.is_locked
      returning factor.id, found.is_right
    ), raised as (
      update ${sessions} session set aal = 'aal2', factor_id = tried.id, amr = ${JSON.stringify(input.amr)}::jsonb,
        ${raisedCounters()}
      from tried where tried.is_right and session.id = ${input.sessionId}::uuid and session.user_id = ${user}
      returning session.*
    ), notice as (
      ${insertSecurityNotice(input.notice, "recovery-code-used", sql`from raised`)}
    )
    select (select locked_until from found where is_locked) as locked_until, (
        select ${accountJson(sql`account`)} from ${users} account join raised on raised.user_id = account.id
      ) as "user", (select to_jsonb(raised) from raised) as session`,
    Row,
  );
  if (row.lockedUntil !== null) return { outcome: "locked", until: row.lockedUntil };
  const { user: account, session } = row;
  if (account === null || session === null) return { outcome: "wrong" };
  return { outcome: "raised", user: account, session };
}
