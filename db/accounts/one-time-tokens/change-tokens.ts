import { type SQL, sql, and, eq, inArray, lt } from "drizzle-orm";
import * as z from "zod";
import { type Db, oneRowOf } from "#db/client.ts";
import {
  oneTimeTokens,
  type TokenPurpose,
  mfaChallenges,
  mfaFactors,
  users,
} from "#db/schema/accounts.ts";
import { resendEvents } from "#db/schema/emails.ts";
import { auditLog, outboxEvents } from "#db/schema/events.ts";

export type NewToken = {
  /** Code and link are derived from it. */
  id: string;
  purpose: TokenPurpose;
  codeHash: string;
  linkHash: string;
  relatesTo: string;
  codeLength: number;
  isPkce: boolean;
  redirectTo: string;
  at: string;
  expiresAt: string;
  /** It ends with the token that it replaces. */
  isRepeat?: boolean;
};

/** Replaces a token of the same purpose under a new id, so that a mail still in the queue is skipped. */
export function insertToken(token: NewToken, from: SQL): SQL {
  return sql`insert into ${oneTimeTokens} (
      id, user_id, purpose, code_hash, link_hash, relates_to, code_length, is_pkce, redirect_to, created_at, expires_at
    ) select
      ${token.id}::uuid, id, ${token.purpose}, ${token.codeHash}, ${token.linkHash}, ${token.relatesTo},
      ${token.codeLength}::smallint, ${token.isPkce}::boolean, ${token.redirectTo}, ${token.at}::timestamptz,
      ${token.expiresAt}::timestamptz
    ${from}
    on conflict (user_id, purpose) do update set
      id = excluded.id, code_hash = excluded.code_hash, link_hash = excluded.link_hash,
      relates_to = excluded.relates_to, code_length = excluded.code_length, code_attempts = 0, is_pkce = excluded.is_pkce,
      redirect_to = excluded.redirect_to, created_at = excluded.created_at,
      expires_at = ${token.isRepeat === true ? sql`${oneTimeTokens}.expires_at` : sql`excluded.expires_at`}`;
}

/** Typing errors. A million codes leave a guesser 5 in a million for each mail. */
const ATTEMPTS_PER_CODE = 5;

/**
 * Counts an attempt at each open code of an email or phone, before any is compared: concurrent
 * attempts must not all be the first. The last one voids the code, not the link of the same mail.
 *
 * @returns the hashes of the codes that this attempt may match; empty when no code is open
 */
export async function takeCodeAttempt(
  db: Db,
  attempt: { relatesTo: string; purposes: readonly TokenPurpose[]; at: string },
): Promise<string[]> {
  const tried = await db
    .update(oneTimeTokens)
    .set({ codeAttempts: sql`${oneTimeTokens.codeAttempts} + 1` })
    .where(
      and(
        eq(oneTimeTokens.relatesTo, attempt.relatesTo),
        inArray(oneTimeTokens.purpose, [...attempt.purposes]),
        sql`${oneTimeTokens.expiresAt} > ${attempt.at}::timestamptz`,
        lt(oneTimeTokens.codeAttempts, ATTEMPTS_PER_CODE),
      ),
    )
    .returning({ codeHash: oneTimeTokens.codeHash });
  return tried.map(({ codeHash }) => codeHash);
}

/** Twilio's words for where a text stands; those before `sent` say nothing of it. */
export const TEXT_REPORTS = ["sent", "delivered", "read", "failed", "undelivered"] as const;

type TextReport = {
  /** Twilio's. */
  textId: string;
  /** The `AuthSmsRequested` that it was sent for; of another, nothing is written. */
  eventId: string;
  status: (typeof TEXT_REPORTS)[number];
  /** Twilio's error, such as `30003` */
  code: string | null;
  /** ISO 8601 */
  at: string;
};

const Recorded = z.object({
  isNew: z.boolean(),
  timers: z.array(z.object({ phone: z.string(), timer: z.enum(["sign-in", "factor"]) })),
});

/**
 * One statement, because Twilio reports concurrently: only the first report of a status changes anything. A failed
 * delivery is audited and ends the wait for the next code.
 *
 * @returns the timers to end beside the database
 */
export function recordTextReport(db: Db, { textId, eventId, status, code, at }: TextReport) {
  const isFailed = status === "failed" || status === "undelivered";
  return oneRowOf(db, Recorded)`with recorded as (
    insert into ${resendEvents} (id, type, email_id, event_id, effect, bounce_type, occurred_at)
    select ${`${textId}.${status}`}, ${`text.${status}`}, ${textId}, id, 'send-auth-sms', ${code}, ${at}::timestamptz
    from ${outboxEvents} where id = ${eventId} and type = 'AuthSmsRequested'
    on conflict (id) do nothing returning event_id
  ), failed as (
    select event.* from recorded join ${outboxEvents} event on event.id = recorded.event_id
    where ${isFailed}::boolean
  ), fact as (
    insert into ${auditLog} (event_id, action, actor, subject_type, subject_id, data, at)
    select id, 'undelivered.send-auth-sms', '{"kind":"system","name":"twilio"}', aggregate_type, aggregate_id,
      jsonb_build_object('text', payload->'text', 'channel', payload->'channel', 'code', ${code}::text),
      ${at}::timestamptz
    from failed
  ), token as (
    select token.user_id, token.relates_to as phone from ${oneTimeTokens} token
    join failed on token.id::text = failed.payload->>'codeId'
  ), account as (
    update ${users} account set
      confirmation_sent_at = case failed.payload->>'text'
        when 'confirm-sign-up' then null when 'sign-in' then null else account.confirmation_sent_at end,
      phone_change_sent_at = case failed.payload->>'text' when 'phone-change' then null else account.phone_change_sent_at end,
      reauthentication_sent_at = case failed.payload->>'text'
        when 'reauthentication' then null else account.reauthentication_sent_at end
    from token, failed where account.id = token.user_id
  ), factor as (
    update ${mfaFactors} factor set last_challenged_at = null
    from ${mfaChallenges} challenge, failed
    where challenge.id::text = failed.payload->>'codeId' and factor.id = challenge.factor_id
      and factor.last_challenged_at = challenge.created_at
    returning factor.phone
  )
  select exists (select from recorded) as is_new, coalesce((
    select jsonb_agg(ended) from (
      select phone, 'sign-in' as timer from token union all select phone, 'factor' from factor
    ) ended
  ), '[]') as timers`;
}
