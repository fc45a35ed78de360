import { sql } from "drizzle-orm";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, findRowOf, hasRow } from "../../client.ts";
import { insertEvent } from "../../events/insert-event.ts";
import {
  type AmrEntry,
  mfaChallenges,
  mfaFactors,
  sessions,
  users,
} from "../../schema/accounts.ts";
import { insertSecurityNotice, type NoticeEvent } from "../insert-security-notice.ts";
import { raisedCounters } from "../sessions/amr-sql.ts";
import type { CurrentUserIds } from "../sessions/current-user-sql.ts";
import { SignedIn } from "../sessions/open-session.ts";
import { lockValidSession } from "../sessions/valid-session-sql.ts";
import { accountJson } from "../users/account-row.ts";

export type ChallengeFactor = CurrentUserIds & {
  /** An SMS code is derived from it. */
  id: string;
  factorId: string;
  ip: string;
  /** Null for authenticator apps. */
  sms: {
    codeHash: string;
    event: EventOf<"AuthSmsRequested">;
    notAskedSince: string;
  } | null;
  at: string;
  expiresAt: string;
};

/** @returns false when factor or session are gone, or the factor was challenged after `notAskedSince` */
export function challengeFactor(db: Db, challenge: ChallengeFactor): Promise<boolean> {
  const { sms } = challenge;
  const isDue =
    sms === null
      ? sql``
      : sql`and (last_challenged_at is null or last_challenged_at <= ${sms.notAskedSince}::timestamptz)`;
  const eventPart =
    sms === null
      ? sql``
      : sql`, event as (
      ${insertEvent(sms.event, { type: "user", id: challenge.userId }, sql`from asked`)}
    )`;
  // The condition on `last_challenged_at` closes the race of two challenges: one SMS is sent.
  return hasRow(db)`with asked as (
    update ${mfaFactors} set last_challenged_at = ${challenge.at}::timestamptz
    where ${lockValidSession(challenge, challenge.at, { mayLackFactor: true })}
      and id = ${challenge.factorId}::uuid and user_id = ${challenge.userId}::uuid
      ${isDue}
    returning id, user_id
  ), written as (
    insert into ${mfaChallenges} (id, factor_id, ip, code_hash, created_at, expires_at)
    select ${challenge.id}::uuid, id, ${challenge.ip}, ${sms?.codeHash ?? null}, ${challenge.at}::timestamptz,
      ${challenge.expiresAt}::timestamptz
    from asked
    returning id
  )${eventPart}
  select id from written`;
}

export type VerifyFactor = {
  userId: string;
  sessionId: string;
  factorId: string;
  challengeId: string;
  /** Time step of the TOTP code; null for an SMS code. */
  step: number | null;
  amr: AmrEntry[];
  /** Written for the first verification. */
  notice: NoticeEvent;
  at: string;
};

/**
 * Raises the session to aal2. A factor's first verification ends the account's aal1 sessions and deletes its other
 * unverified factors of that type.
 *
 * @returns null when challenge or code were used in the meantime, or the session ended
 */
export function verifyFactor(db: Db, input: VerifyFactor): Promise<SignedIn | null> {
  const factor = sql`${input.factorId}::uuid`;
  const user = sql`${input.userId}::uuid`;
  const at = sql`${input.at}::timestamptz`;
  // `verified_at is null` and `last_used_step <` on the locked row close the race of one code verified twice. A code that
  // was used before leaves the challenge open.
  return findRowOf(db, SignedIn)`with before as (
    select id, status from ${mfaFactors}
    where ${lockValidSession(input, input.at, { mayLackFactor: true })} and id = ${factor} and user_id = ${user}
      and (${input.step}::int is null or last_used_step is null or last_used_step < ${input.step}::int)
    for update
  ), answered as (
    update ${mfaChallenges} set verified_at = ${at}
    where id = ${input.challengeId}::uuid and factor_id in (select id from before) and verified_at is null
      and expires_at > ${at}
    returning factor_id
  ), proven as (
    update ${mfaFactors} factor set
      status = 'verified',
      last_used_step = coalesce(${input.step}::int, factor.last_used_step),
      updated_at = case before.status when 'verified' then factor.updated_at else ${at} end
    from before, answered
    where factor.id = before.id
    returning factor.*, before.status = 'unverified' as is_first
  ), raised as (
    update ${sessions} set aal = 'aal2', factor_id = ${factor}, amr = ${JSON.stringify(input.amr)}::jsonb,
      ${raisedCounters()}
    where id = ${input.sessionId}::uuid and user_id = ${user} and exists (select from proven)
    returning *
  ), ended as (
    delete from ${sessions} where user_id = ${user} and aal = 'aal1' and id <> ${input.sessionId}::uuid
      and exists (select from proven where is_first)
  ), dropped as (
    delete from ${mfaFactors} other using proven
    where proven.is_first and other.user_id = ${user} and other.id <> proven.id
      and other.factor_type = proven.factor_type and other.status = 'unverified'
    returning other.id
  ), notice as (
    ${insertSecurityNotice(input.notice, "factor-added", sql`from proven where is_first`, { subject: true })}
  ), factors as (
    select id, user_id, friendly_name, factor_type, status, phone, last_challenged_at, created_at, updated_at
    from proven
    union all
    select id, user_id, friendly_name, factor_type, status, phone, last_challenged_at, created_at, updated_at
    from ${mfaFactors} other
    where other.user_id = ${user} and other.id <> ${factor} and other.id not in (select id from dropped)
  )
  select ${accountJson(sql`account`, { factors: sql`factors` })} as "user", to_jsonb(raised) as session
  from raised join ${users} account on account.id = raised.user_id`;
}
