import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { PlatformFigures } from "#contracts/api/content/reports.ts";
import { COMPANY } from "#contracts/company.ts";
import { TERMS } from "#contracts/terms.ts";
import { type Db, namedAsInSql, findRowOf, rowsOf } from "#db/client.ts";
import { businessNameOf } from "#db/content/business-name-sql.ts";
import { LivePostRow, selectLivePosts } from "#db/content/find-reports.ts";
import { users } from "#db/schema/accounts.ts";
import { customerOwners, subscriptions } from "#db/schema/billing.ts";
import { businesses } from "#db/schema/content.ts";
import { reports } from "#db/schema/reports.ts";
import { Timestamp } from "#db/timestamps.ts";
import { isInService } from "../billing/subscription-sql.ts";
import { NAMED } from "./names.ts";

const DUE_MAX = 200;
const PERIOD_HOURS = TERMS.report.days * 24;

const Due = z.object({
  userId: z.string(),
  ...NAMED,
  number: z.int(),
  dueAt: Timestamp,
  hasDraft: z.boolean(),
  /** Published early: its period has not ended. */
  isPublished: z.boolean(),
});
export type DueReport = z.infer<typeof Due>;

/**
 * Lists the next report of each customer with a subscription in service, the first due first. Periods before the subscription have none.
 *
 * @param now ISO 8601
 */
export async function listDueReports(db: Db, now: string): Promise<DueReport[]> {
  return rowsOf(db, Due)`with paying as (
    select owner.user_id, min(subscription.created_at) as since
    from ${customerOwners} owner join ${subscriptions} subscription on subscription.customer_id = owner.customer_id
    where ${isInService(sql`subscription`)}
    group by owner.user_id
  ), written as (
    select business.user_id, max(report.number) filter (where report.published_at is not null) as number,
      array_agg(report.number) filter (where report.published_at is null) as drafts
    from ${reports} report join ${businesses} business on business.id = report.business_id group by business.user_id
  ), next as (
    select account.id as user_id, account.user_metadata, account.created_at, written.drafts, greatest(
      1 + floor(extract(epoch from paying.since - account.created_at) / (3600 * ${PERIOD_HOURS}::int))::int,
      1 + coalesce(written.number, 0)
    ) as number, 1 + floor(extract(epoch from ${now}::timestamptz - account.created_at) / (3600 * ${PERIOD_HOURS}::int))::int as begun
    from paying join ${users} account on account.id = paying.user_id and account.deleted_at is null
    left join written on written.user_id = paying.user_id
  ), due as (
    select user_id, user_metadata, drafts, least(number, begun) as number, number > begun as is_published,
      created_at + make_interval(hours => least(number, begun) * ${PERIOD_HOURS}::int) as due_at
    from next
  )
  select user_id, ${businessNameOf({ userId: sql`due.user_id`, enquiryId: sql`null` })} as business_name,
    user_metadata->>'first_name' as first_name, user_metadata->>'last_name' as last_name, number, due_at,
    coalesce(number = any(drafts), false) as has_draft, is_published
  from due order by due_at, user_id limit ${DUE_MAX}::int`;
}

const Revision = z.object({
  id: z.string(),
  revision: z.int(),
  saves: z.int(),
  words: z.string(),
  figures: z.array(PlatformFigures),
  savedBy: z.string(),
  publishedAt: z.nullable(Timestamp),
  posts: z.array(LivePostRow),
});
export type ReportRevision = z.infer<typeof Revision>;

const Work = z.object({
  ...NAMED,
  /** Null when no subscription is in service. */
  subscriptionId: z.nullable(z.string()),
  fromDay: z.string(),
  untilDay: z.string(),
  dueAt: Timestamp,
  /** Its last day, in London. */
  hasEnded: z.boolean(),
  /** The newest first; only that can be a draft. */
  revisions: z.array(namedAsInSql(Revision)),
  /** Figures of the report before. */
  previous: z.array(PlatformFigures),
  posts: z.array(LivePostRow),
});
export type ReportWork = z.infer<typeof Work>;

/**
 * Finds what an operator needs to write a report.
 *
 * @returns null without the account, or before the period begins
 */
export function findReportWork(
  db: Db,
  { userId, number, now }: { userId: string; number: number; now: string },
): Promise<ReportWork | null> {
  const days = { fromDay: sql`period.from_day`, untilDay: sql`period.until_day` };
  const livePosts = (businessId: SQL, recordedUntil: SQL) =>
    selectLivePosts(businessId, { ...days, recordedUntil });
  return findRowOf(db, Work)`with period as (
    select account.id as user_id, account.user_metadata, account.created_at, from_day, from_day + ${TERMS.report.days - 1}::int as until_day
    from ${users} account, lateral (
      select (account.created_at at time zone ${COMPANY.timeZone})::date + (${number}::int - 1) * ${TERMS.report.days}::int as from_day
    ) first
    where account.id = ${userId}::uuid and account.deleted_at is null
      and account.created_at + make_interval(hours => (${number}::int - 1) * ${PERIOD_HOURS}::int) <= ${now}::timestamptz
  ), report as (
    select report.* from ${reports} report join ${businesses} business on business.id = report.business_id
    where business.user_id = ${userId}::uuid
  )
  select ${businessNameOf({ userId: sql`period.user_id`, enquiryId: sql`null` })} as business_name,
    period.user_metadata->>'first_name' as first_name, period.user_metadata->>'last_name' as last_name,
    ${subscriptionInServiceOf(sql`period.user_id`)} as subscription_id,
    to_char(period.from_day, 'YYYY-MM-DD') as from_day, to_char(period.until_day, 'YYYY-MM-DD') as until_day,
    period.created_at + make_interval(hours => ${number}::int * ${PERIOD_HOURS}::int) as due_at,
    (period.until_day + 1)::timestamp at time zone ${COMPANY.timeZone} <= ${now}::timestamptz as has_ended, coalesce((
      select jsonb_agg(to_jsonb(report) || jsonb_build_object('posts', (
        ${livePosts(sql`report.business_id`, sql`coalesce(report.published_at, 'infinity')`)}
      )) order by report.revision desc) from report where report.number = ${number}::int
    ), '[]') as revisions, coalesce((
      select report.figures from report where report.number = ${number}::int - 1 and report.published_at is not null
      order by report.revision desc limit 1
    ), '[]') as previous,
    (${livePosts(sql`(select id from ${businesses} where user_id = period.user_id)`, sql`'infinity'`)}) as posts
  from period`;
}

function subscriptionInServiceOf(userId: SQL): SQL {
  return sql`(
      select subscription.id from ${customerOwners} owner
      join ${subscriptions} subscription on subscription.customer_id = owner.customer_id
      where owner.user_id = ${userId} and ${isInService(sql`subscription`)}
      order by subscription.created_at, subscription.id limit 1
    )`;
}
