import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { RETENTION_PERIODS } from "#contracts/retention-periods.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { isServed } from "#db/content/own-business-sql.ts";
import {
  erasedAddresses,
  flowStates,
  mfaChallenges,
  mfaFactors,
  oneTimeTokens,
  redeemedIdTokens,
  sessions,
  users,
  webauthnChallenges,
} from "#db/schema/accounts.ts";
import { customerOwners, customers, subscriptions } from "#db/schema/billing.ts";
import { businesses } from "#db/schema/content.ts";
import { media } from "#db/schema/media.ts";
import { isUnfinishedSignUp } from "../accounts/users/verified-email-sql.ts";

export const EXPIRED_KINDS = [
  "one_time_tokens",
  "flow_states",
  "mfa_challenges",
  "webauthn_challenges",
  "redeemed_id_tokens",
  "unverified_factors",
  "dead_sessions",
  "stale_anonymous_users",
  "unconfirmed_users",
  "erased_addresses",
  "outdated_businesses",
  "unfinished_uploads",
] as const;
export type ExpiredKind = (typeof EXPIRED_KINDS)[number];

const Deleted = z.object({ count: z.int() });

/** @returns the number of rows deleted; fewer than `limit` means that none are left */
export async function deleteExpiredAccounts(
  db: Db,
  kind: ExpiredKind,
  { now, limit }: { now: Date; limit: number },
): Promise<number> {
  const { table, expired } = expiry(kind, sql`${now.toISOString()}::timestamptz`);
  // `skip locked` lets several workers delete at once.
  const { count } = await oneRowOf(
    db,
    sql`with expired as (
      select row.id from ${table} row where ${expired} limit ${limit}::int for update skip locked
    ), deleted as (
      delete from ${table} row using expired where row.id = expired.id returning row.id
    )
    select count(*)::int as count from deleted`,
    Deleted,
  );
  return count;
}

function expiry(kind: ExpiredKind, now: SQL): { table: SQL; expired: SQL } {
  switch (kind) {
    case "one_time_tokens":
      return { table: sql`${oneTimeTokens}`, expired: sql`row.expires_at <= ${now}` };
    case "flow_states":
      // A code is exchanged within minutes, an OAuth flow within a day, a mailed link within a week.
      return {
        table: sql`${flowStates}`,
        expired: sql`(row.auth_code_issued_at <= ${now} - interval '1 hour'
          or row.created_at <= ${now} - case when row.provider is null then interval '8 days' else interval '1 day' end)`,
      };
    case "mfa_challenges":
      return {
        table: sql`${mfaChallenges}`,
        expired: sql`row.expires_at <= ${now} - interval '1 hour'`,
      };
    case "webauthn_challenges":
      return { table: sql`${webauthnChallenges}`, expired: sql`row.expires_at <= ${now}` };
    case "redeemed_id_tokens":
      // Clocks may differ.
      return {
        table: sql`${redeemedIdTokens}`,
        expired: sql`row.expires_at <= ${now} - interval '1 hour'`,
      };
    case "unverified_factors":
      return {
        table: sql`${mfaFactors}`,
        expired: sql`row.status = 'unverified' and row.created_at <= ${now} - interval '1 day' and not exists (
          select from ${mfaChallenges} challenge
          where challenge.factor_id = row.id and challenge.expires_at > ${now}
        )`,
      };
    case "dead_sessions":
      return {
        table: sql`${sessions}`,
        expired: sql`(row.not_after <= ${now}
          or coalesce(row.refreshed_at, row.created_at) <= ${now} - ${RETENTION_PERIODS.idleSessionDays}::int * interval '1 day')`,
      };
    case "stale_anonymous_users":
      // An anonymous account that bought something stays.
      return {
        table: sql`${users}`,
        expired: sql`row.is_anonymous and row.created_at <= ${now} - ${RETENTION_PERIODS.visitorDays}::int * interval '1 day'
          and not exists (
            select from ${sessions} session where session.user_id = row.id
              and coalesce(session.refreshed_at, session.created_at) > ${now} - ${RETENTION_PERIODS.visitorDays}::int * interval '1 day'
          )
          and not exists (select from ${customers} customer where customer.user_id = row.id)`,
      };
    case "unconfirmed_users":
      return {
        table: sql`${users}`,
        expired: sql`${isUnfinishedSignUp(sql`row`)}
          and row.created_at <= ${now} - ${RETENTION_PERIODS.visitorDays}::int * interval '1 day'
          and coalesce(greatest(row.confirmation_sent_at, row.invited_at), row.created_at)
            <= ${now} - ${RETENTION_PERIODS.visitorDays}::int * interval '1 day'`,
      };
    case "erased_addresses":
      return {
        table: sql`${erasedAddresses}`,
        expired: sql`row.erased_at <= ${now} - ${RETENTION_PERIODS.erasedAddressDays}::int * interval '1 day'`,
      };
    case "outdated_businesses":
      // A save may outlast the erasing of its account.
      return {
        table: sql`${businesses}`,
        expired: sql`(exists (
            select from ${users} account where account.id = row.user_id and account.deleted_at is not null
          ) or (not ${isServed(sql`row.user_id`)} and greatest(row.created_at, (
            select max(coalesce(subscription.ended_at, subscription.canceled_at, subscription.created_at))
            from ${customerOwners} owner
            join ${subscriptions} subscription on subscription.customer_id = owner.customer_id
            where owner.user_id = row.user_id
          )) <= ${now} - ${RETENTION_PERIODS.briefYears}::int * interval '1 year'))`,
      };
    case "unfinished_uploads":
      return {
        table: sql`${media}`,
        expired: sql`row.state = 'uploading' and row.created_at <= ${now} - ${RETENTION_PERIODS.unfinishedUploadDays}::int * interval '1 day'`,
      };
  }
}
