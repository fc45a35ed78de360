import { sql } from "drizzle-orm";
import { type Db, hasRow } from "../client.ts";
import { alertDeliveries, auditLog, opsAlerts } from "../schema/events.ts";
import { LASTING_CAUSES } from "./alert-cause.ts";
import { alertFindings, type SeenByWorker } from "./alert-findings-sql.ts";
import { HEARTBEAT } from "./record-heartbeat.ts";

/** Between alerts of one cause. */
const QUIET_HOURS = 1;
/** When a cause has grown by this factor, the worker alerts again at once, even if an operator has acknowledged it. */
const LEAP = 10;

const lasts = sql`split_part(earlier.cause, ':', 1) = any(${sql.param([...LASTING_CAUSES])}::text[])`;

/**
 * Claims the alerts that are due, and the all-clears of what is over, for each channel to tell. One statement: of several
 * workers, the upsert of `claimed` lets one have each cause per interval. A lasting cause is open until its finding is gone.
 *
 * @param at ISO 8601
 */
export async function claimAlerts(
  db: Db,
  { at, channels, ...seen }: { at: string; channels: readonly string[] } & SeenByWorker,
): Promise<void> {
  await db.execute(sql`with alerted as (
      -- Ignores times in the future: a worker's clock that was ahead would silence the cause.
      select cause, alerted_at from ${opsAlerts}
      where alerted_at <= ${at}::timestamptz + ${QUIET_HOURS}::int * interval '1 hour'
    ), finding (cause, count, fresh, example, since, detail) as (
      select * from (${sql.join([...alertFindings(at, seen)], sql` union all `)})
        found (cause, count, fresh, example, since, detail)
      where count > 0
    ), claimed as (
      insert into ${opsAlerts} as earlier (cause, alerted_at, since, count, example, detail)
      select cause, ${at}::timestamptz, coalesce(since, ${at}::timestamptz), count, coalesce(example, ''), detail
      from finding where fresh > 0
      on conflict (cause) do update set
        alerted_at = excluded.alerted_at, count = excluded.count, example = excluded.example, detail = excluded.detail,
        since = case when earlier.ended_at is null and ${lasts} then coalesce(earlier.since, excluded.since)
          else excluded.since end,
        ended_at = null, acknowledged_by = null, acknowledged_at = null
      where earlier.alerted_at > excluded.alerted_at + ${QUIET_HOURS}::int * interval '1 hour'
        or earlier.alerted_at <= excluded.alerted_at - ${QUIET_HOURS}::int * interval '1 hour'
          and (earlier.acknowledged_at is null or earlier.ended_at is not null or not ${lasts})
        or earlier.ended_at is null and ${lasts} and excluded.count >= ${LEAP}::int * earlier.count
      returning cause, since
    ), grown as (
      update ${opsAlerts} earlier set count = finding.count, example = coalesce(finding.example, ''), detail = finding.detail
      from finding
      where finding.cause = earlier.cause and earlier.ended_at is null and finding.count > earlier.count
        and ${lasts} and not exists (select from claimed where claimed.cause = earlier.cause)
    ), ended as (
      update ${opsAlerts} earlier set ended_at = ${at}::timestamptz
      where earlier.ended_at is null and earlier.since is not null and ${lasts}
        and not exists (select from finding where finding.cause = earlier.cause)
      returning cause, count, example, since, detail
    ), forgotten as (
      -- Of channels that are no longer configured.
      delete from ${alertDeliveries} where channel <> all(${sql.param([...channels, HEARTBEAT])}::text[])
    )
    insert into ${alertDeliveries} (channel, cause, alerted_at, count, example, since, detail, ended_at)
    select channel, told.cause, ${at}::timestamptz, told.count, told.example, told.since, told.detail, told.ended_at
    from (
      select finding.cause, finding.count, coalesce(finding.example, '') as example, claimed.since, finding.detail,
        null::timestamptz as ended_at
      from finding join claimed on claimed.cause = finding.cause
      union all
      select cause, coalesce(count, 0), coalesce(example, ''), since, detail, ${at}::timestamptz from ended
    ) told cross join unnest(${sql.param([...channels])}::text[]) channel`);
}

/**
 * Records who has an alert in hand, with an audit row.
 *
 * @param by the operator's name
 * @param at ISO 8601
 * @returns false when somebody else had it before, or it is over
 */
export function acknowledgeAlert(
  db: Db,
  { cause, by, at }: { cause: string; by: string; at: string },
): Promise<boolean> {
  const actor = JSON.stringify({ kind: "ops", name: by });
  return hasRow(db)`with acknowledged as (
    update ${opsAlerts} set acknowledged_by = ${by}, acknowledged_at = ${at}::timestamptz
    where cause = ${cause} and acknowledged_at is null and ended_at is null returning cause
  )
  insert into ${auditLog} (action, actor, subject_type, subject_id, data, at)
  select 'alert.acknowledged', ${actor}::jsonb, 'alert', cause, '{}', ${at}::timestamptz
  from acknowledged returning id`;
}
