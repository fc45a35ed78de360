import { sql } from "drizzle-orm";
import * as z from "zod";
import { COMPANY } from "#contracts/company.ts";
import type { PlatformFigures } from "#contracts/content/report-figures.ts";
import type { ReportPeriod } from "#contracts/content/report-period.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, findRowOf, oneValueOf } from "#db/client.ts";
import { ensureBusiness } from "#db/content/post-owner.ts";
import { insertEventWithPromises } from "#db/events/insert-event.ts";
import { reports } from "#db/schema/reports.ts";
import { insertOpsAction } from "./record-actions.ts";

type SaveReport = ReportPeriod & {
  userId: string;
  /** Used if the business or the report is new. */
  ids: { business: string; report: string };
  number: number;
  revision: number;
  /** Saves of the draft that the operator has seen; 0 when there was none. */
  saves: number;
  words: string;
  figures: readonly PlatformFigures[];
  /** The operator's name. */
  by: string;
  at: string;
};

/**
 * Saves a draft.
 *
 * @returns null when another operator saved or published it in between
 */
export function saveReport(db: Db, report: SaveReport) {
  const figures = JSON.stringify(report.figures);
  const action = {
    action: "report.saved",
    by: report.by,
    subject: { type: "user", id: report.userId },
    data: { number: report.number, revision: report.revision },
  };
  return findRowOf(db, z.object({ id: z.string(), saves: z.int() }))`with business as (
    ${ensureBusiness({ newBusinessId: report.ids.business, userId: report.userId, enquiryId: null, at: report.at })}
  ), saved as (
  insert into ${reports} as draft (
    id, business_id, number, revision, saves, from_day, until_day, words, figures, saved_by
  )
  select ${report.ids.report}, business.id, ${report.number}::int, ${report.revision}::int, 1, ${report.fromDay}::date,
    ${report.untilDay}::date, ${report.words}, ${figures}::jsonb, ${report.by}
  from business
  where ${report.revision}::int = 1 + coalesce((
    select max(published.revision) from ${reports} published
    where published.business_id = business.id and published.number = ${report.number}::int and published.published_at is not null
  ), 0)
  on conflict (business_id, number) where published_at is null do update set
    saves = ${report.saves}::int + 1, words = excluded.words, figures = excluded.figures, saved_by = excluded.saved_by
  -- A form that is sent twice changes nothing.
  where draft.revision = excluded.revision and (draft.saves = ${report.saves}::int
    or (draft.saves = ${report.saves}::int + 1 and draft.words = excluded.words and draft.figures = excluded.figures))
  returning draft.id, draft.saves
  ), audited as (
    ${insertOpsAction(action, sql`from saved`)}
  )
  select id, saves from saved`;
}

const OUTCOMES = ["done", "done_before", "outdated", "empty", "early"] as const;

/** `outdated`: another operator saved it in between. `empty`: it says nothing. `early`: its last day has not ended. */
type PublishOutcome = (typeof OUTCOMES)[number];

/**
 * @param saves of the draft that the operator has seen
 * @param mayBeEarly whether the operator agreed to publish it before its last day ends
 */
export function publishReport(
  db: Db,
  {
    saves,
    mayBeEarly,
    event,
  }: { saves: number; mayBeEarly: boolean; event: EventOf<"ReportPublished"> },
): Promise<PublishOutcome> {
  const { reportId, userId } = event.data;
  return oneValueOf(db, z.enum(OUTCOMES))`with draft as (
    select report.id, report.published_at, report.saves, report.words ~ '\\S' and jsonb_array_length(report.figures) > 0 as says,
      ${mayBeEarly} or (report.until_day + 1)::timestamp at time zone ${COMPANY.timeZone} <= ${event.occurredAt}::timestamptz as is_time
    from ${reports} report where report.id = ${reportId} for update
  ), published as (
    update ${reports} report set published_at = ${event.occurredAt}::timestamptz
    from draft where report.id = draft.id and draft.published_at is null and draft.saves = ${saves}::int and draft.says and draft.is_time
    returning report.id
  ), ${insertEventWithPromises("event", event, { type: "user", id: userId }, sql`from published`)}
  select case
    when exists (select from published) then 'done'
    when exists (select from draft where draft.published_at is not null) then 'done_before'
    when exists (select from draft where draft.saves = ${saves}::int and draft.says) then 'early'
    when exists (select from draft where draft.saves = ${saves}::int) then 'empty'
    else 'outdated' end`;
}
