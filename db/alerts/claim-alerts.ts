import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { alertDeliveries, opsAlerts } from "#db/schema/events.ts";
import { alertFindings } from "./alert-findings-sql.ts";
import { HEARTBEAT } from "./record-heartbeat.ts";

/** Between alerts of one cause. */
const QUIET_HOURS = 1;

/**
 * Claims the alerts that are due, for each channel to tell. One statement: of several workers, the upsert
 * of `claimed` lets one have each cause per interval.
 *
 * @param at ISO 8601
 */
export async function claimAlerts(
  db: Db,
  { at, channels }: { at: string; channels: readonly string[] },
): Promise<void> {
  await db.execute(
    sql`with alerted as (
      -- Ignores times in the future: a worker's clock that was ahead would silence the cause.
      select cause, alerted_at from ${opsAlerts}
      where alerted_at <= ${at}::timestamptz + ${QUIET_HOURS}::int * interval '1 hour'
    ), finding (cause, count, example) as (
      ${sql.join([...alertFindings(at)], sql` union all `)}
    ), claimed as (
      insert into ${opsAlerts} as earlier (cause, alerted_at)
      select cause, ${at}::timestamptz from finding where count > 0
      on conflict (cause) do update set alerted_at = excluded.alerted_at
      where earlier.alerted_at <= excluded.alerted_at - ${QUIET_HOURS}::int * interval '1 hour'
        or earlier.alerted_at > excluded.alerted_at + ${QUIET_HOURS}::int * interval '1 hour'
      returning cause
    ), forgotten as (
      -- Of channels that are no longer configured.
      delete from ${alertDeliveries} where channel <> all(${sql.param([...channels, HEARTBEAT])}::text[])
    )
    insert into ${alertDeliveries} (channel, cause, alerted_at, count, example)
    select channel, finding.cause, ${at}::timestamptz, finding.count, coalesce(finding.example, '')
    from finding join claimed on claimed.cause = finding.cause
    cross join unnest(${sql.param([...channels])}::text[]) channel`,
  );
}
