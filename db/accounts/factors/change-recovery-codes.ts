import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, findRowOf, oneRowOf, oneValueOf } from "../../client.ts";
import { type AmrEntry, mfaFactors, sessions, users } from "../../schema/accounts.ts";
import { Timestamp } from "../../timestamps.ts";
import { insertSecurityNotice, type NoticeEvent } from "../insert-security-notice.ts";
import { raisedCounters } from "../sessions/amr-sql.ts";
import { type CurrentUserIds, SessionRow } from "../sessions/current-user-sql.ts";
import type { SignedIn } from "../sessions/open-session.ts";
import { lockValidSession } from "../sessions/valid-session-sql.ts";
import { Account, accountJson } from "../users/account-row.ts";

type NewRecoveryCodes = CurrentUserIds & {
  id: string;
  friendlyName: string;
  codeHashes: readonly string[];
  notice: NoticeEvent;
  at: string;
};

const Inserted = z.enum(["made", "taken", "sole_factor"]);

/**
 * @returns `taken` when the user has recovery codes already, or a factor of this name; `sole_factor` when no other
 * factor is verified, or the session is gone
 */
export function insertRecoveryCodes(db: Db, codes: NewRecoveryCodes) {
  const at = sql`${codes.at}::timestamptz`;
  const user = sql`${codes.userId}::uuid`;
  // Closes the race with `deleteFactor`: a factor that is being deleted is waited for, and one that this statement wrote
  // is deleted in a second attempt, which sees the codes.
  return oneValueOf(db, Inserted)`with other as (
    update ${mfaFactors} set updated_at = updated_at
    where id = (
      select id from ${mfaFactors}
      where ${lockValidSession(codes, codes.at)} and user_id = ${user} and status = 'verified' and factor_type <> 'recovery_code'
      order by id limit 1 for update
    )
    returning id
  ), made as (
    insert into ${mfaFactors} (
      id, user_id, friendly_name, factor_type, status, recovery_code_hashes, created_at, updated_at
    ) select
      ${codes.id}::uuid, ${user}, ${codes.friendlyName}, 'recovery_code', 'verified',
      ${sql.param(codes.codeHashes)}::text[], ${at}, ${at}
    from other
    -- Closes the race of two requests: one set of codes is shown.
    on conflict do nothing
    returning id, user_id
  ), notice as (
    ${insertSecurityNotice(codes.notice, "recovery-codes-made", sql`from made`, { subject: true })}
  )
  select case when not exists (select from other) then 'sole_factor'
    when exists (select from made) then 'made' else 'taken' end`;
}

const ReplacedRow = z.object({ id: z.string(), friendlyName: z.nullable(z.string()) });

/**
 * Voids the earlier codes and ends a lock.
 *
 * @returns null when there are none, or the session is gone
 */
export function replaceRecoveryCodes(
  db: Db,
  { userId, sessionId, codeHashes, notice, at }: Omit<NewRecoveryCodes, "id" | "friendlyName">,
) {
  return findRowOf(db, ReplacedRow)`with replaced as (
    update ${mfaFactors} set recovery_code_hashes = ${sql.param(codeHashes)}::text[], failed_attempts = 0,
      locked_until = null, updated_at = ${at}::timestamptz
    where ${lockValidSession({ userId, sessionId }, at)} and user_id = ${userId}::uuid and factor_type = 'recovery_code'
    returning id, user_id, friendly_name
  ), notice as (
    ${insertSecurityNotice(notice, "recovery-codes-made", sql`from replaced`, { subject: true })}
  )
  select id, friendly_name from replaced`;
}

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

const VerifiedRow = z.object({
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
  const row = await oneRowOf(db, VerifiedRow)`with found as (
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
    ) as "user", (select to_jsonb(raised) from raised) as session`;
  if (row.lockedUntil !== null) return { outcome: "locked", until: row.lockedUntil };
  const { user: account, session } = row;
  if (account === null || session === null) return { outcome: "wrong" };
  return { outcome: "raised", user: account, session };
}
