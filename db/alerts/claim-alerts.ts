import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { customers, stripeEvents } from "#db/schema/billing.ts";
import { auditLog, eventEffects, opsAlerts, outboxEvents } from "#db/schema/events.ts";

const OUTBOX_LATE_MINUTES = 5;
/** Alerts of one cause are sent at most once per interval. */
const QUIET_HOURS = 1;
/**
 * Older failures are no news when a cause first appears, for example after a long outage of the
 * watch.
 */
const NEWS_HOURS = 24;
/** The drift check is due every 24 hours; the rest is for its pauses. */
const CHECK_LATE_HOURS = 26;
/** A check that is late is late until the next night. */
const CHECK_QUIET_HOURS = 12;

/** The cause of the row that says when nobody could be told last; gone once alerts are claimed again. */
export const UNTOLD = "untold";

const Alert = z.object({
  /** `outbox`, `drift`, `check` for a drift check that is late, `dispute`, `event` for one put aside as a whole, or `effect:` and the name of an effect. */
  cause: z.string(),
  /** Since the last alert; for `outbox`, how many are late now. */
  count: z.coerce.number(),
  /** An event id; for a dispute Stripe's id. */
  example: z.string(),
});
export type Alert = z.infer<typeof Alert>;

/**
 * Claims the alerts that are due. Several workers share one claim, so each alert is sent once per
 * interval.
 *
 * @param at ISO 8601
 */
export async function claimAlerts(db: Db, at: string): Promise<Alert[]> {
  return rowsOf(
    db,
    sql`with told as (
      -- What a worker whose clock was ahead kept as told would silence its cause until that hour has come.
      select cause, alerted_at from ${opsAlerts}
      where alerted_at <= ${at}::timestamptz + ${QUIET_HOURS}::int * interval '1 hour'
    ), failure as (
      -- When it was given up: its event stays open for as long as another effect is still tried.
      select 'effect:' || effect.effect as cause, event.id as event_id, coalesce((
          select max(at) from ${auditLog} given_up
          where given_up.event_id = event.id and given_up.action = 'exhausted.' || effect.effect
        ), event.dead_lettered_at) as at
      from ${eventEffects} effect join ${outboxEvents} event on event.id = effect.event_id where effect.status = 'dead'
      union all
      select 'event', event.id, event.dead_lettered_at from ${outboxEvents} event
      where event.dead_lettered_at is not null
        and not exists (select from ${eventEffects} effect where effect.event_id = event.id and effect.status = 'dead')
    ), trouble as (
      select 'outbox' as cause, count(*) as count, min(id) as example from ${outboxEvents}
      where completed_at is null and dead_lettered_at is null
        and next_publish_at < ${at}::timestamptz - ${OUTBOX_LATE_MINUTES}::int * interval '1 minute'
      union all
      select failure.cause, count(*), min(failure.event_id)
      from failure left join told on told.cause = failure.cause
      where failure.at > ${at}::timestamptz - ${NEWS_HOURS}::int * interval '1 hour'
        and (told.alerted_at is null or failure.at > told.alerted_at)
      group by failure.cause
      union all
      select 'drift', count(*), min(event.id) from ${outboxEvents} event left join told on told.cause = 'drift'
      where event.type = 'BillingDriftFound'
        and event.occurred_at > ${at}::timestamptz - ${NEWS_HOURS}::int * interval '1 hour'
        and (told.alerted_at is null or event.occurred_at > told.alerted_at)
      union all
      select 'check', 1, null from (values (1)) once left join told on told.cause = 'check'
      -- Without payments no customer is ever synced, and nothing is checked. Extremes are read from an index.
      where (select min(synced_at) from ${customers})
          < ${at}::timestamptz - ${CHECK_LATE_HOURS}::int * interval '1 hour'
        and coalesce((select max(occurred_at) from ${outboxEvents} where type = 'BillingChecked'), '-infinity')
          < ${at}::timestamptz - ${CHECK_LATE_HOURS}::int * interval '1 hour'
        and (told.alerted_at is null
          or told.alerted_at <= ${at}::timestamptz - ${CHECK_QUIET_HOURS}::int * interval '1 hour')
      union all
      select 'dispute', count(*), min(notification.object_id)
      from ${stripeEvents} notification left join told on told.cause = 'dispute'
      where notification.type = 'charge.dispute.created'
        and notification.received_at > ${at}::timestamptz - ${NEWS_HOURS}::int * interval '1 hour'
        and (told.alerted_at is null or notification.received_at > told.alerted_at)
    ), claimed as (
      insert into ${opsAlerts} as earlier (cause, alerted_at)
      select cause, ${at}::timestamptz from trouble where count > 0
      on conflict (cause) do update set alerted_at = excluded.alerted_at
      where earlier.alerted_at <= excluded.alerted_at - ${QUIET_HOURS}::int * interval '1 hour'
        or earlier.alerted_at > excluded.alerted_at + ${QUIET_HOURS}::int * interval '1 hour'
      returning cause
    ), untold as (
      delete from ${opsAlerts} where cause = ${UNTOLD} and exists (select from claimed)
    )
    select trouble.cause, trouble.count, coalesce(trouble.example, '') as example
    from trouble join claimed on claimed.cause = trouble.cause order by trouble.cause`,
    Alert,
  );
}

/**
 * Takes back that people were told, where telling them failed, and notes that: they are told at the next look.
 *
 * @param at ISO 8601, as it was given to {@link claimAlerts}
 */
export async function releaseAlerts(db: Db, causes: readonly string[], at: string): Promise<void> {
  await db.execute(
    sql`with returned as (
      delete from ${opsAlerts}
      where alerted_at = ${at}::timestamptz
        and cause in (select jsonb_array_elements_text(${JSON.stringify(causes)}::jsonb))
    )
    insert into ${opsAlerts} (cause, alerted_at) values (${UNTOLD}, ${at}::timestamptz)
    on conflict (cause) do update set alerted_at = excluded.alerted_at`,
  );
}
