import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { PlatformFigures, Report, ReportPost } from "#contracts/api/content/reports.ts";
import { COMPANY } from "#contracts/company.ts";
import { PLATFORM_KEYS } from "#contracts/content/brief-answers.ts";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { type Db, namedAsInSql, oneRowOf, findRowOf } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { businesses, postPublications, posts, postVersions } from "#db/schema/content.ts";
import { media, postVersionMedia } from "#db/schema/media.ts";
import { reports } from "#db/schema/reports.ts";
import { Timestamp } from "#db/timestamps.ts";
import { accountManagerOf } from "../accounts/account-manager-sql.ts";
import { businessNameOf } from "./business-name-sql.ts";
import { PostMediaRow } from "./select-posts.ts";

const EXCERPT = 200;

export const LivePostRow = z.object({ ...ReportPost.shape, picture: z.nullable(PostMediaRow) });
export type LivePostRow = z.infer<typeof LivePostRow>;

export const ReportRow = z.object({
  number: z.int(),
  revision: z.int(),
  fromDay: z.string(),
  untilDay: z.string(),
  words: z.string(),
  businessName: Report.shape.businessName,
  figures: z.array(PlatformFigures),
  earlierFigures: Report.shape.earlierFigures,
  publishedAt: Timestamp,
  accountManager: Report.shape.accountManager,
  /** Now. */
  ownerEmail: z.nullable(z.string()),
  posts: z.array(LivePostRow),
});
export type ReportRow = z.infer<typeof ReportRow>;

/**
 * SQL of rows of {@link ReportRow}.
 *
 * @param where of `report`, a published one, and its `business`
 */
function selectReports(where: SQL): SQL {
  return sql`select report.number, report.revision,
      to_char(report.from_day, 'YYYY-MM-DD') as from_day, to_char(report.until_day, 'YYYY-MM-DD') as until_day,
      report.words, report.figures, report.published_at,
      ${businessNameOf({ userId: sql`business.user_id`, enquiryId: sql`business.enquiry_id` })} as business_name,
      coalesce((select jsonb_agg(before.figures order by before.number) from (
        select distinct on (number) number, figures from ${reports}
        where business_id = business.id and published_at is not null and number between report.number - 2 and report.number - 1
        order by number, revision desc
      ) before), '[]') as earlier_figures,
      ${accountManagerOf(sql`business.user_id`)} as account_manager,
      (select email from ${users} where id = business.user_id) as owner_email,
      (${selectLivePosts(sql`business.id`, {
        fromDay: sql`report.from_day`,
        untilDay: sql`report.until_day`,
        recordedUntil: sql`report.published_at`,
      })}) as posts
    from ${reports} report join ${businesses} business on business.id = report.business_id
    where report.published_at is not null and ${where}`;
}

/**
 * SQL of a JSON array of {@link LivePostRow}: what first went live in the period.
 *
 * @param recordedUntil of a published report, so that what goes live afterwards is not in it
 */
export function selectLivePosts(
  businessId: SQL,
  { fromDay, untilDay, recordedUntil }: { fromDay: SQL; untilDay: SQL; recordedUntil: SQL },
): SQL {
  const order = sql`${sql.param([...PLATFORM_KEYS])}::text[]`;
  return sql`select coalesce(jsonb_agg(jsonb_build_object(
      'id', went.id, 'format', went.format, 'text', went.text, 'texts', went.texts, 'publishedOn', went.day, 'publications', went.publications, 'picture', (
        select jsonb_build_object('mediaId', file.id, 'sha256', file.sha256, 'alt', shown.alt, 'type', file.type,
          'width', file.width, 'height', file.height, 'hasPoster', file.has_poster)
        from ${postVersionMedia} shown join ${media} file on file.id = shown.media_id
        where shown.post_id = went.id and shown.version = went.version and (file.type like 'image/%' or file.has_poster)
        order by shown.position limit 1
      )
    ) order by went.day, went.id), '[]') from (
      select post.id, post.version, proposed.format, left(proposed.text, ${EXCERPT}::int) as text, coalesce((
          select jsonb_object_agg(platform, left(own, ${EXCERPT}::int)) from jsonb_each_text(proposed.texts) as given(platform, own)
        ), '{}') as texts,
        to_char(min(live.published_at) at time zone ${COMPANY.timeZone}, 'YYYY-MM-DD') as day,
        jsonb_agg(jsonb_build_object('platform', live.platform, 'url', live.url)
          order by array_position(${order}, live.platform)) as publications
      from ${posts} post
      join ${postVersions} proposed on proposed.post_id = post.id and proposed.version = post.version
      join ${postPublications} live on live.post_id = post.id and live.published_at <= ${recordedUntil}
      where post.business_id = ${businessId}
      group by post.id, proposed.format, proposed.text, proposed.texts
      having (min(live.published_at) at time zone ${COMPANY.timeZone})::date between ${fromDay} and ${untilDay}
    ) went`;
}

const Period = z.object({ number: z.int(), fromDay: z.string(), untilDay: z.string() });

const Found = z.object({
  isSessionValid: z.boolean(),
  periods: z.array(namedAsInSql(Period)),
  report: z.nullable(namedAsInSql(ReportRow)),
});

/**
 * Lists a user's published reports, the newest first, and reads one of them whole.
 *
 * @param number null: the newest
 * @returns null when the session has ended
 */
export async function findReports(
  db: Db,
  user: CurrentUserAt,
  number: number | null,
): Promise<Pick<z.infer<typeof Found>, "periods" | "report"> | null> {
  const { isSessionValid, ...found } = await oneRowOf(db, Found)`with newest as (
    select distinct on (report.number) report.id, report.number,
      to_char(report.from_day, 'YYYY-MM-DD') as from_day, to_char(report.until_day, 'YYYY-MM-DD') as until_day
    from ${reports} report join ${businesses} business on business.id = report.business_id
    where business.user_id = ${user.userId}::uuid and report.published_at is not null
    order by report.number desc, report.revision desc
  ), whole as (
    ${selectReports(sql`report.id = (
      select id from newest where newest.number = coalesce(${number}::int, newest.number) order by newest.number desc limit 1
    )`)}
  )
  select ${isValidSession(user, user.at)} as is_session_valid,
    coalesce((select jsonb_agg(to_jsonb(newest) order by newest.number desc) from newest), '[]') as periods,
    (select to_jsonb(whole) from whole) as report`;
  return isSessionValid ? found : null;
}

type FindReport = {
  id: string;
  /** ISO 8601; a report that was published before it is not found. */
  since: string;
};

/** Finds what a report says now: its newest published revision. */
export function findReport(db: Db, { id, since }: FindReport) {
  return findRowOf(db, ReportRow)`${selectReports(sql`(report.business_id, report.number) = (
      select linked.business_id, linked.number from ${reports} linked
      where linked.id = ${id} and linked.published_at >= ${since}::timestamptz
    )`)} order by report.revision desc limit 1`;
}

/** Finds the very revision that an email is about. */
export function findPublishedReport(db: Db, reportId: string) {
  return findRowOf(db, ReportRow)`${selectReports(sql`report.id = ${reportId}`)}`;
}
