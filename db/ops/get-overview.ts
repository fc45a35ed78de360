import { sql } from "drizzle-orm";
import * as z from "zod";
import { isUndecided } from "#db/billing/orders-sql.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { unansweredComments } from "#db/content/find-comments.ts";
import { awaitsEvidence, disputes, refundRequests, checkoutSessions } from "#db/schema/billing.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { alertDeliveries, eventEffects, opsAlerts, outboxEvents } from "#db/schema/events.ts";
import { pageViews } from "#db/schema/page-views.ts";
import { promises } from "#db/schema/promises.ts";
import { Timestamp } from "#db/timestamps.ts";
import { isOpenAlert } from "../alerts/count-open-alerts.ts";
import { failedEventIds, stateOfEvent } from "./event-state.ts";
import { WHOLE_EVENT } from "./replay-effects.ts";

const Overview = z.object({
  open: z.int(),
  oldestDueAt: z.nullable(Timestamp),
  /** By name, most first; {@link WHOLE_EVENT} for dead-lettered events. */
  failedEffects: z.array(z.object({ effect: z.string(), count: z.int() })),
  /** Oldest first, without gaps. */
  hours: z.array(z.object({ at: Timestamp, events: z.int(), failed: z.int() })),
  promisesOpen: z.int(),
  promisesLate: z.int(),
  /** Null when none is open and not late. */
  nextPromiseDueAt: z.nullable(Timestamp),
  lastCheckAt: z.nullable(Timestamp),
  /** Within a day. */
  drifts: z.int(),
  /** Alerts of the last day, and those that last. */
  alerts: z.array(
    z.object({
      cause: z.string(),
      at: Timestamp,
      since: z.nullable(Timestamp),
      count: z.int(),
      example: z.string(),
      detail: z.nullable(z.string()),
      acknowledgedBy: z.nullable(z.string()),
      endedAt: z.nullable(Timestamp),
    }),
  ),
  /** By channel, also the heartbeat: what it has not accepted. */
  untold: z.array(
    z.object({
      channel: z.string(),
      causes: z.array(z.string()),
      since: Timestamp,
      triedAt: Timestamp,
      error: z.string(),
    }),
  ),
});
export type Overview = z.infer<typeof Overview>;

export const OVERVIEW_HOURS = 24;

/**
 * One statement: all figures are of one moment.
 *
 * @param at ISO 8601
 */
export async function getOverview(db: Db, at: string): Promise<Overview> {
  const overview = await oneRowOf(db, Overview)`with recent as (
    select date_trunc('hour', occurred_at) as hour, count(*)::int as events,
      count(*) filter (where dead_lettered_at is not null)::int as failed
    from ${outboxEvents}
    where occurred_at > date_trunc('hour', ${at}::timestamptz) - ${OVERVIEW_HOURS - 1}::int * interval '1 hour'
    group by 1
  )
  select
    (select count(*)::int from ${outboxEvents} where completed_at is null and dead_lettered_at is null) as open,
    (select min(next_publish_at) from ${outboxEvents}
      where completed_at is null and dead_lettered_at is null and next_publish_at <= ${at}::timestamptz)::text as oldest_due_at,
    coalesce((
      select jsonb_agg(jsonb_build_object('effect', effect, 'count', count) order by count desc, effect)
      from (
        select effect, count(*)::int from ${eventEffects} where status = 'dead_lettered' group by effect
        union all
        select ${WHOLE_EVENT}, count(*)::int from ${outboxEvents} event
        where event.dead_lettered_at is not null and not exists (
          select from ${eventEffects} effect where effect.event_id = event.id and effect.status = 'dead_lettered'
        )
        having count(*) > 0
      ) failed
    ), '[]') as failed_effects,
    (
      select jsonb_agg(jsonb_build_object('at', hour::text, 'events', coalesce(recent.events, 0),
        'failed', coalesce(recent.failed, 0)) order by hour)
      from generate_series(
        date_trunc('hour', ${at}::timestamptz) - ${OVERVIEW_HOURS - 1}::int * interval '1 hour',
        date_trunc('hour', ${at}::timestamptz), interval '1 hour'
      ) hour left join recent using (hour)
    ) as hours,
    open_promise.count as promises_open, open_promise.late as promises_late,
    open_promise.next_due_at::text as next_promise_due_at,
    (select max(occurred_at) from ${outboxEvents}
      where type = 'BillingChecked' and occurred_at > ${at}::timestamptz - interval '7 days')::text as last_check_at,
    (select count(*)::int from ${outboxEvents}
      where type = 'BillingDriftFound' and occurred_at > ${at}::timestamptz - interval '1 day') as drifts,
    coalesce((
      select jsonb_agg(jsonb_build_object('cause', cause, 'at', alerted_at::text, 'since', since::text,
        'count', coalesce(count, 0), 'example', coalesce(example, ''), 'detail', detail,
        'acknowledgedBy', acknowledged_by, 'endedAt', ended_at::text) order by ended_at is not null, alerted_at desc)
      from ${opsAlerts} where alerted_at > ${at}::timestamptz - interval '1 day' or ${isOpenAlert}
    ), '[]') as alerts,
    coalesce((
      select jsonb_agg(jsonb_build_object('channel', untold.channel, 'causes', untold.causes, 'since', untold.since,
        'triedAt', untold.tried_at, 'error', untold.error) order by untold.channel) from (
        select channel, array_agg(distinct cause) as causes, min(alerted_at)::text as since,
          max(tried_at)::text as tried_at, (array_agg(error order by tried_at desc))[1] as error
        from ${alertDeliveries} where error is not null group by channel
      ) untold
    ), '[]') as untold
  from (
    select count(*)::int as count, count(*) filter (where due_at <= ${at}::timestamptz)::int as late,
      min(due_at) filter (where due_at > ${at}::timestamptz) as next_due_at
    from ${promises} where kept_at is null and released_at is null
  ) open_promise`;
  return overview;
}

const Attention = z.object({
  failed: z.int(),
  stuck: z.int(),
  refunds: z.int(),
  /** Awaiting evidence at Stripe. */
  disputes: z.int(),
  /** Posts whose last comment is a customer's. */
  comments: z.int(),
});
export type Attention = z.infer<typeof Attention>;

/** Counts what needs an operator, up to `limit` of each kind: one statement, as every page shows it. */
export async function countAttention(
  db: Db,
  { limit, now }: { limit: number; /** ISO 8601 */ now: string },
): Promise<Attention> {
  const counts = await oneRowOf(db, Attention)`select
    (select count(*)::int from (select from (${failedEventIds}) failed limit ${limit}) capped) as failed,
    (select count(*)::int from (
      select from ${outboxEvents} event
      where event.completed_at is null and event.dead_lettered_at is null and ${stateOfEvent} = 'stuck'
      limit ${limit}
    ) capped) as stuck,
    (select count(*)::int from (
      select from ${refundRequests} request where ${isUndecided(sql`request`)} limit ${limit}
    ) capped) as refunds,
    (select count(*)::int from (
      select from ${disputes} dispute where ${awaitsEvidence(sql`dispute.status`)} limit ${limit}
    ) capped) as disputes,
    (select count(*)::int from (
      select from ${unansweredComments(now)} order by comment.written_at limit ${limit}
    ) capped) as comments`;
  return counts;
}

const Funnel = z.object({
  visits: z.int(),
  pricing: z.int(),
  checkout: z.int(),
  /** Buyers who opened a checkout session, and those of them who paid. */
  started: z.int(),
  paid: z.int(),
  trials: z.int(),
  enquiries: z.int(),
});
export type Funnel = z.infer<typeof Funnel>;

/** @param since first UTC day, as in 2026-11-24 */
export async function getFunnel(db: Db, since: string): Promise<Funnel> {
  const start = sql`(${since}::date::timestamp at time zone 'UTC')`;
  const funnel = await oneRowOf(db, Funnel)`select page.*, checkout.*, form.*
  from (
    select coalesce(sum(visits), 0)::int as visits,
      coalesce(sum(views) filter (where path = '/pricing'), 0)::int as pricing,
      coalesce(sum(views) filter (where path = '/checkout'), 0)::int as checkout
    from ${pageViews} where day >= ${since}::date
  ) page, (
    select count(distinct owner_key)::int as started,
      count(distinct owner_key) filter (where state = 'complete')::int as paid
    from ${checkoutSessions} where created_at >= ${start}
  ) checkout, (
    select count(*) filter (where form_type = 'free-trial')::int as trials,
      count(*) filter (where form_type not in ('free-trial', 'sample-month'))::int as enquiries
    from ${formSubmissions} where created_at >= ${start}
  ) form`;
  return funnel;
}
