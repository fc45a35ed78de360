import { type SQL, sql } from "drizzle-orm";
import { BANK_HOLIDAYS_KNOWN_UNTIL } from "#contracts/bank-holidays.ts";
import {
  awaitsEvidence,
  customers,
  disputes,
  orders,
  stripeEvents,
  subscriptionItems,
  subscriptions,
} from "#db/schema/billing.ts";
import { resendEvents } from "#db/schema/emails.ts";
import { auditLog, eventEffects, outboxEvents, refusals } from "#db/schema/events.ts";
import { invariantChecks } from "#db/schema/invariants.ts";
import { promises } from "#db/schema/promises.ts";

const OUTBOX_LATE_MINUTES = 5;
/** Older failures are no news, for example after a long outage of the watch. */
const NEWS_HOURS = 24;
/** Stripe takes a dispute as lost without evidence. */
const DISPUTE_DUE_DAYS = 3;
const DISPUTE_QUIET_HOURS = 20;
const STATUS_QUIET_HOURS = 20;
const COLLECTION_QUIET_HOURS = 7 * 24;
/** The team gets an email when a promise becomes late. A promise that is still open an hour later raises an alert. */
const PROMISE_LATE_HOURS = 1;
const PROMISE_QUIET_HOURS = 20;
/** The check runs each hour: a figure that is older says nothing of now. */
const INVARIANT_NEWS_HOURS = 3;
const INVARIANT_QUIET_HOURS = 20;
/** Time to add the next bank holidays to `contracts/bank-holidays.ts`. */
const HOLIDAYS_DUE_DAYS = 120;
const HOLIDAYS_QUIET_HOURS = 7 * 24;
/** The check is due every 24 hours; the rest is for its pauses. */
const CHECK_LATE_HOURS = 26;
/** The next check is due at night. */
const CHECK_QUIET_HOURS = 12;

/**
 * One query for each cause of an alert: the cause, the count and an example. They join the CTE `alerted`, which has the
 * newest alert of each cause.
 *
 * @param at ISO 8601
 */
export function alertFindings(at: string): readonly SQL[] {
  const hoursAgo = (hours: number) => sql`${at}::timestamptz - ${hours}::int * interval '1 hour'`;
  const isNews = (time: SQL) =>
    sql`${time} > ${hoursAgo(NEWS_HOURS)} and (alerted.alerted_at is null or ${time} > alerted.alerted_at)`;
  const isQuietSince = (hours: number) =>
    sql`(alerted.alerted_at is null or alerted.alerted_at <= ${hoursAgo(hours)})`;

  const lateOutbox = sql`
    select 'outbox', count(*), min(id) from ${outboxEvents}
    where completed_at is null and dead_lettered_at is null
      and next_publish_at < ${at}::timestamptz - ${OUTBOX_LATE_MINUTES}::int * interval '1 minute'`;

  const deadLettered = sql`
    select failure.cause, count(*), min(failure.event_id) from (
      -- Since the audit row: the event stays open while another effect is retried.
      select 'effect:' || effect.effect as cause, event.id as event_id, coalesce((
          select max(at) from ${auditLog} exhausted
          where exhausted.event_id = event.id and exhausted.action = 'exhausted.' || effect.effect
        ), event.dead_lettered_at) as at
      from ${eventEffects} effect join ${outboxEvents} event on event.id = effect.event_id
      where effect.status = 'dead_lettered'
      union all
      select 'event', event.id, event.dead_lettered_at from ${outboxEvents} event
      where event.dead_lettered_at is not null and not exists (
        select from ${eventEffects} effect where effect.event_id = event.id and effect.status = 'dead_lettered'
      )
    ) failure left join alerted on alerted.cause = failure.cause
    where ${isNews(sql`failure.at`)}
    group by failure.cause`;

  const driftAndRefusedEmail = sql`
    select kind.cause, count(*), min(event.id)
    from (values ('drift', 'BillingDriftFound'), ('email', 'AccountEmailRefused'),
      ('schedule', 'ScheduleFailed')) kind (cause, type)
    join ${outboxEvents} event on event.type = kind.type
    left join alerted on alerted.cause = kind.cause
    where ${isNews(sql`event.occurred_at`)}
    group by kind.cause`;

  const lateDriftCheck = sql`
    select 'check', 1, null from (values (1)) once left join alerted on alerted.cause = 'check'
    -- Before the first sync there is nothing to check.
    where (select min(synced_at) from ${customers}) < ${hoursAgo(CHECK_LATE_HOURS)}
      and coalesce((select max(occurred_at) from ${outboxEvents} where type = 'BillingChecked'), '-infinity')
        < ${hoursAgo(CHECK_LATE_HOURS)}
      and ${isQuietSince(CHECK_QUIET_HOURS)}`;

  const disputeAndFraud = sql`
    select kind.cause, count(*), min(notification.object_id)
    from (values ('dispute', 'charge.dispute.created'), ('fraud', 'radar.early_fraud_warning.created')) kind (cause, type)
    join ${stripeEvents} notification on notification.type = kind.type
    left join alerted on alerted.cause = kind.cause
    where ${isNews(sql`notification.received_at`)}
    group by kind.cause`;

  const failedFinalization = sql`
    select 'finalization', count(*), min(notification.customer_id)
    from ${stripeEvents} notification left join alerted on alerted.cause = 'finalization'
    where notification.type = 'invoice.finalization_failed' and ${isNews(sql`notification.received_at`)}`;

  const undeliveredEmail = sql`
    select 'bounce', count(*), max(report.event_id)
    from ${resendEvents} report left join alerted on alerted.cause = 'bounce'
    where report.type in ('email.bounced', 'email.complained', 'email.failed', 'email.suppressed')
      and report.bounce_type is distinct from 'Transient' and ${isNews(sql`report.received_at`)}`;

  const unknownSubscription = sql`
    select 'unknown', count(*), max(event.id)
    from ${outboxEvents} event left join alerted on alerted.cause = 'unknown'
    where event.type = 'BillingChecked' and event.payload->'unknownSubscriptionIds' <> '[]'
      and ${isNews(sql`event.occurred_at`)}`;

  const dueDispute = sql`
    select 'dispute_due', count(*), min(dispute.id)
    from ${disputes} dispute left join alerted on alerted.cause = 'dispute_due'
    where ${awaitsEvidence(sql`dispute.status`)} and dispute.due_by > ${at}::timestamptz
      and dispute.due_by <= ${at}::timestamptz + ${DISPUTE_DUE_DAYS}::int * interval '1 day'
      and ${isQuietSince(DISPUTE_QUIET_HOURS)}`;

  const unknownStatus = sql`
    select 'status', count(*), min(read.customer_id) from (
      select customer_id from ${subscriptions} where status = 'unknown'
      union all select customer_id from ${orders} where status = 'unknown'
      union all select customer_id from ${disputes} where status = 'unknown'
    ) read left join alerted on alerted.cause = 'status'
    where ${isQuietSince(STATUS_QUIET_HOURS)}`;

  const unknownCollection = sql`
    select 'collection', count(distinct odd.id), min(odd.customer_id) from (
      select subscription.id, subscription.customer_id, subscription.status from ${subscriptions} subscription
      where subscription.currency is distinct from 'gbp' or subscription.upcoming->'pence' = 'null'
      union all
      select subscription.id, subscription.customer_id, subscription.status
      from ${subscriptionItems} item join ${subscriptions} subscription on subscription.id = item.subscription_id
      where not item.has_fixed_price or item.interval is null or item.interval not in ('day', 'week', 'month', 'year')
    ) odd left join alerted on alerted.cause = 'collection'
    where odd.status in ('trialing', 'active', 'past_due') and ${isQuietSince(COLLECTION_QUIET_HOURS)}`;

  const latePromise = sql`
    select 'promise', count(*), min(promise.id)::text
    from ${promises} promise left join alerted on alerted.cause = 'promise'
    where promise.kept_at is null and promise.released_at is null
      and promise.due_at <= ${hoursAgo(PROMISE_LATE_HOURS)} and ${isQuietSince(PROMISE_QUIET_HOURS)}`;

  const violatedInvariant = sql`
    select 'invariant:' || checked.invariant, checked.violations, null
    from ${invariantChecks} checked left join alerted on alerted.cause = 'invariant:' || checked.invariant
    where checked.violations > 0 and checked.checked_at > ${hoursAgo(INVARIANT_NEWS_HOURS)}
      and ${isQuietSince(INVARIANT_QUIET_HOURS)}`;

  const missingHolidays = sql`
    select 'holidays', 1, null from (values (1)) once left join alerted on alerted.cause = 'holidays'
    where ${at}::timestamptz > ${BANK_HOLIDAYS_KNOWN_UNTIL}::date - ${HOLIDAYS_DUE_DAYS}::int
      and ${isQuietSince(HOLIDAYS_QUIET_HOURS)}`;

  const spentBudget = sql`
    select 'refused:' || refusal.cause, refusal.count, null
    from ${refusals} refusal left join alerted on alerted.cause = 'refused:' || refusal.cause
    where ${isNews(sql`refusal.last_at`)}`;

  return [
    lateOutbox,
    deadLettered,
    driftAndRefusedEmail,
    lateDriftCheck,
    disputeAndFraud,
    failedFinalization,
    undeliveredEmail,
    unknownSubscription,
    dueDispute,
    unknownStatus,
    unknownCollection,
    latePromise,
    violatedInvariant,
    missingHolidays,
    spentBudget,
  ];
}
