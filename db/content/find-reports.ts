import { sql } from "drizzle-orm";
import * as z from "zod";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { type Db, namedAsInSql, oneRowOf, rowsOf } from "#db/client.ts";
import { businesses } from "#db/schema/content.ts";
import { reports } from "#db/schema/reports.ts";
import { ReportRow, selectReports } from "./select-reports.ts";

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
  const { isSessionValid, ...found } = await oneRowOf(
    db,
    sql`with newest as (
      select distinct on (report.number) report.id, report.number,
        to_char(report.from_day, 'YYYY-MM-DD') as from_day, to_char(report.until_day, 'YYYY-MM-DD') as until_day
      from ${reports} report join ${businesses} own on own.id = report.business_id
      where own.user_id = ${user.userId}::uuid and report.published_at is not null
      order by report.number desc, report.revision desc
    ), whole as (
      ${selectReports(sql`report.id = (
        select id from newest where newest.number = coalesce(${number}::int, newest.number) order by newest.number desc limit 1
      )`)}
    )
    select ${isValidSession(user, user.at)} as is_session_valid,
      coalesce((select jsonb_agg(to_jsonb(newest) order by newest.number desc) from newest), '[]') as periods,
      (select to_jsonb(whole) from whole) as report`,
    Found,
  );
  return isSessionValid ? found : null;
}

type FindReport = {
  id: string;
  /** ISO 8601; a report that was published before it is not found. */
  since: string;
};

/** Finds what a report says now: its newest published revision. */
export async function findReport(db: Db, { id, since }: FindReport): Promise<ReportRow | null> {
  const [report] = await rowsOf(
    db,
    sql`${selectReports(sql`(report.business_id, report.number) = (
        select linked.business_id, linked.number from ${reports} linked
        where linked.id = ${id} and linked.published_at >= ${since}::timestamptz
      )`)} order by report.revision desc limit 1`,
    ReportRow,
  );
  return report ?? null;
}
