import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import * as z from "zod";
import { RETENTION_PERIODS } from "#contracts/retention-periods.ts";
import { type Db, oneValueOf } from "#db/client.ts";
import { hasSubscriptionInService } from "#db/content/in-service-sql.ts";
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

const EXPIRIES = {
  one_time_tokens: { table: oneTimeTokens, expired: (now) => sql`row.expires_at <= ${now}` },
  // A code is exchanged within minutes, an OAuth flow within a day, a mailed link within a week.
  flow_states: {
    table: flowStates,
    expired: (now) => sql`(row.auth_code_issued_at <= ${now} - interval '1 hour'
      or row.created_at <= ${now} - case when row.provider is null then interval '8 days' else interval '1 day' end)`,
  },
  mfa_challenges: {
    table: mfaChallenges,
    expired: (now) => sql`row.expires_at <= ${now} - interval '1 hour'`,
  },
  webauthn_challenges: {
    table: webauthnChallenges,
    expired: (now) => sql`row.expires_at <= ${now}`,
  },
  // Clocks may differ.
  redeemed_id_tokens: {
    table: redeemedIdTokens,
    expired: (now) => sql`row.expires_at <= ${now} - interval '1 hour'`,
  },
  unverified_factors: {
    table: mfaFactors,
    expired: (now) => sql`row.status = 'unverified' and row.created_at <= ${now} - interval '1 day'
      and not exists (
        select from ${mfaChallenges} challenge
        where challenge.factor_id = row.id and challenge.expires_at > ${now}
      )`,
  },
  dead_sessions: {
    table: sessions,
    expired: (now) => sql`(row.not_after <= ${now}
      or coalesce(row.refreshed_at, row.created_at) <= ${now} - ${RETENTION_PERIODS.idleSessionDays}::int * interval '1 day')`,
  },
  // An anonymous account that bought something stays.
  stale_anonymous_users: {
    table: users,
    expired: (now) => sql`row.is_anonymous
      and row.created_at <= ${now} - ${RETENTION_PERIODS.visitorDays}::int * interval '1 day'
      and not exists (
        select from ${sessions} session where session.user_id = row.id
          and coalesce(session.refreshed_at, session.created_at) > ${now} - ${RETENTION_PERIODS.visitorDays}::int * interval '1 day'
      )
      and not exists (select from ${customers} customer where customer.user_id = row.id)`,
  },
  unconfirmed_users: {
    table: users,
    expired: (now) => sql`${isUnfinishedSignUp(sql`row`)}
      and row.created_at <= ${now} - ${RETENTION_PERIODS.visitorDays}::int * interval '1 day'
      and coalesce(greatest(row.confirmation_sent_at, row.invited_at), row.created_at)
        <= ${now} - ${RETENTION_PERIODS.visitorDays}::int * interval '1 day'`,
  },
  erased_addresses: {
    table: erasedAddresses,
    expired: (now) =>
      sql`row.erased_at <= ${now} - ${RETENTION_PERIODS.erasedAddressDays}::int * interval '1 day'`,
  },
  // A save may outlast the erasing of its account.
  outdated_businesses: {
    table: businesses,
    expired: (now) => sql`(exists (
        select from ${users} account where account.id = row.user_id and account.deleted_at is not null
      ) or (not ${hasSubscriptionInService(sql`row.user_id`)} and greatest(row.created_at, (
        select max(coalesce(subscription.ended_at, subscription.canceled_at, subscription.created_at))
        from ${customerOwners} owner
        join ${subscriptions} subscription on subscription.customer_id = owner.customer_id
        where owner.user_id = row.user_id
      )) <= ${now} - ${RETENTION_PERIODS.briefYears}::int * interval '1 year'))`,
  },
  unfinished_uploads: {
    table: media,
    expired: (now) =>
      sql`row.state = 'uploading' and row.created_at <= ${now} - ${RETENTION_PERIODS.unfinishedUploadDays}::int * interval '1 day'`,
  },
} satisfies Record<string, { table: PgTable; expired: (now: SQL) => SQL }>;
export type ExpiredKind = keyof typeof EXPIRIES;
export const EXPIRED_KINDS = Object.keys(EXPIRIES) as ExpiredKind[];

/** @returns the number of rows deleted; fewer than `limit` means that none are left */
export async function deleteExpiredAccounts(
  db: Db,
  kind: ExpiredKind,
  { now, limit }: { now: Date; limit: number },
): Promise<number> {
  const { table, expired } = EXPIRIES[kind];
  // `skip locked` lets several workers delete at once.
  return oneValueOf(db, z.int())`with expired as (
    select row.id from ${table} row where ${expired(sql`${now.toISOString()}::timestamptz`)} limit ${limit}::int for update skip locked
  ), deleted as (
    delete from ${table} row using expired where row.id = expired.id returning row.id
  )
  select count(*)::int as count from deleted`;
}
