import { type SQL, sql } from "drizzle-orm";
import { BANK_HOLIDAYS_KNOWN_UNTIL } from "#contracts/bank-holidays.ts";
import { EVENT_VERSIONS } from "#contracts/events/catalogue.ts";
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
import {
  auditLog,
  effectAttempts,
  eventEffects,
  outboxEvents,
  refusals,
  replays,
} from "#db/schema/events.ts";
import { invariantChecks } from "#db/schema/invariants.ts";
import { promises } from "#db/schema/promises.ts";

/** An event is late when it is not dispatched by then, an effect when it has not ended since its first try. */
const LATE_MINUTES = 5;
/** Older failures are no news, for example after a long outage of the watch. */
const NEWS_HOURS = 24;
/** A cause that lasts is news again each day, or each week. */
const DAY_QUIET_HOURS = 20;
const WEEK_QUIET_HOURS = 7 * 24;
/** Stripe takes a dispute as lost without evidence. */
const DISPUTE_DUE_DAYS = 3;
/** The team gets an email when a promise becomes late. A promise that is still open an hour later raises an alert. */
const PROMISE_LATE_HOURS = 1;
/** The check runs each hour: a figure that is older says nothing of now. */
const INVARIANT_NEWS_HOURS = 3;
/** Time to add the next bank holidays to `contracts/bank-holidays.ts`. */
const HOLIDAYS_DUE_DAYS = 120;
/** The check is due every 24 hours; the rest is for its pauses. */
const CHECK_LATE_HOURS = 26;
/** The next check is due at night. */
const CHECK_QUIET_HOURS = 12;

export type SeenByWorker = {
  /** The queue of each effect. */
  queues: Readonly<Record<string, string>>;
  /** Why the queue took no write; null when it does. */
  queueRefusal: string | null;
  /** Why the API refuses the worker; null when it does not. */
  edgeRefusal: string | null;
};

/**
 * One query for each cause of an alert: the cause, how many there are, how many of them are news, an example, since when,
 * and the error in the words of who refused. They join the CTE `alerted`, which has the newest alert of each cause.
 *
 * @param at ISO 8601
 */
export function alertFindings(
  at: string,
  { queues, queueRefusal, edgeRefusal }: SeenByWorker,
): readonly SQL[] {
  const minutesAgo = (minutes: number) =>
    sql`${at}::timestamptz - ${minutes}::int * interval '1 minute'`;
  const hoursAgo = (hours: number) => minutesAgo(60 * hours);
  const isNews = (time: SQL) =>
    sql`${time} > ${hoursAgo(NEWS_HOURS)} and (alerted.alerted_at is null or ${time} > alerted.alerted_at)`;
  /** A cause that lasts is news again after a while, with all it has found. */
  const newsAfter = (hours: number, count = sql`count(*)`) =>
    sql`case when coalesce(max(alerted.alerted_at), '-infinity') <= ${hoursAgo(hours)} then ${count} else 0 end`;
  /** A cause that happened counts only what is new. */
  const happened = (example: SQL, time: SQL) =>
    sql`count(*), count(*), ${example}, min(${time}), null`;

  const lateOutbox = sql`
    select 'outbox', count(*), count(*), min(event.id), min(event.occurred_at),
      coalesce('the queue refuses, ' || ${queueRefusal}::text, 'the queue takes writes, so no worker takes them out')
    from ${outboxEvents} event
    where event.completed_at is null and event.dead_lettered_at is null and (
      event.next_publish_at < ${minutesAgo(LATE_MINUTES)}
      -- A queue that refuses makes each event due again at once.
      or event.dispatched_at is null and event.occurred_at < ${minutesAgo(LATE_MINUTES)}
        -- A newer worker is awaited.
        and event.version <= (${JSON.stringify(EVENT_VERSIONS)}::jsonb ->> event.type)::int
        and not exists (
          select from ${replays} replay where replay.event_id = event.id and replay.at >= ${minutesAgo(LATE_MINUTES)}
        )
    )`;

  // Counted from the first try: each retry makes the next one later.
  const failingCompany = sql`
    select 'failing:' || failing.queue, count(*), ${newsAfter(0)}, min(failing.event_id), min(failing.since),
      mode() within group (order by failing.error)
    from (
      select queue.value as queue, effect.event_id, attempt.error,
        greatest(effect.first_attempt_at, replayed.at) as since
      from ${outboxEvents} event
      join ${eventEffects} effect on effect.event_id = event.id and effect.status = 'pending'
      join jsonb_each_text(${JSON.stringify(queues)}::jsonb) queue on queue.key = effect.effect
      cross join lateral (
        select outcome, http_status, error, ended_at from ${effectAttempts} attempt
        where attempt.event_id = effect.event_id and attempt.effect = effect.effect and attempt.ended_at is not null
        order by attempt.number desc limit 1
      ) attempt
      cross join lateral (
        select max(replay.at) as at from ${replays} replay
        where replay.event_id = effect.event_id and replay.effect = effect.effect
      ) replayed
      where event.completed_at is null and event.dead_lettered_at is null
        -- Put off by the company, not by us.
        and (attempt.outcome = 'failed' or attempt.http_status is not null)
        and (replayed.at is null or attempt.ended_at > replayed.at)
    ) failing left join alerted on alerted.cause = 'failing:' || failing.queue
    group by failing.queue having min(failing.since) < ${minutesAgo(LATE_MINUTES)}`;

  const refusingEdge = sql`
    select 'edge', 1, 1, null, null::timestamptz, ${edgeRefusal}::text where ${edgeRefusal}::text is not null`;

  const deadLettered = sql`
    select failure.cause, count(*), count(*) filter (where ${isNews(sql`failure.at`)}), min(failure.event_id),
      min(failure.at), max(failure.error)
    from (
      -- Since the audit row: the event stays open while another effect is retried.
      select 'effect:' || effect.effect || coalesce(':' || effect.last_error, '') as cause, event.id as event_id,
        effect.last_error as error, coalesce((
          select max(at) from ${auditLog} exhausted
          where exhausted.event_id = event.id and exhausted.action = 'exhausted.' || effect.effect
        ), event.dead_lettered_at) as at
      from ${eventEffects} effect join ${outboxEvents} event on event.id = effect.event_id
      where effect.status = 'dead_lettered'
      union all
      select 'event', event.id, event.last_error, event.dead_lettered_at from ${outboxEvents} event
      where event.dead_lettered_at is not null and not exists (
        select from ${eventEffects} effect where effect.event_id = event.id and effect.status = 'dead_lettered'
      )
    ) failure left join alerted on alerted.cause = failure.cause
    group by failure.cause`;

  const driftAndRefusedEmail = sql`
    select kind.cause, ${happened(sql`min(event.id)`, sql`event.occurred_at`)}
    from (values ('drift', 'BillingDriftFound'), ('email', 'AccountEmailRefused'),
      ('schedule', 'ScheduleFailed'), ('webhook', 'WebhookUnread')) kind (cause, type)
    join ${outboxEvents} event on event.type = kind.type
    left join alerted on alerted.cause = kind.cause
    where ${isNews(sql`event.occurred_at`)}
    group by kind.cause`;

  const lateDriftCheck = sql`
    select 'check', count(*), ${newsAfter(CHECK_QUIET_HOURS)}, null, min(done.at), null from (
      select coalesce((select max(occurred_at) from ${outboxEvents} where type = 'BillingChecked'),
        -- Before the first sync there is nothing to check.
        (select min(synced_at) from ${customers})) as at
    ) done left join alerted on alerted.cause = 'check'
    where done.at < ${hoursAgo(CHECK_LATE_HOURS)}`;

  const disputeAndFraud = sql`
    select kind.cause, ${happened(sql`min(notification.object_id)`, sql`notification.received_at`)}
    from (values ('dispute', 'charge.dispute.created'), ('fraud', 'radar.early_fraud_warning.created')) kind (cause, type)
    join ${stripeEvents} notification on notification.type = kind.type
    left join alerted on alerted.cause = kind.cause
    where ${isNews(sql`notification.received_at`)}
    group by kind.cause`;

  const failedFinalization = sql`
    select 'finalization', ${happened(sql`min(notification.customer_id)`, sql`notification.received_at`)}
    from ${stripeEvents} notification left join alerted on alerted.cause = 'finalization'
    where notification.type = 'invoice.finalization_failed' and ${isNews(sql`notification.received_at`)}`;

  const undeliveredEmail = sql`
    select 'bounce', ${happened(sql`max(report.event_id)`, sql`report.received_at`)}
    from ${resendEvents} report left join alerted on alerted.cause = 'bounce'
    where report.type in ('email.bounced', 'email.complained', 'email.failed', 'email.suppressed')
      and report.bounce_type is distinct from 'Transient' and ${isNews(sql`report.received_at`)}`;

  // The search begins at the requests, which are few.
  const undeliveredText = sql`
    select 'text', count(*), count(*), max(report.event_id), min(report.received_at), max('Twilio: ' || report.bounce_type)
    from ${outboxEvents} event
    join ${resendEvents} report on report.event_id = event.id and report.type in ('text.failed', 'text.undelivered')
    left join alerted on alerted.cause = 'text'
    where event.type = 'AuthSmsRequested' and event.occurred_at > ${hoursAgo(2 * NEWS_HOURS)} and ${isNews(sql`report.received_at`)}`;

  const unknownSubscription = sql`
    select 'unknown', ${happened(sql`max(event.id)`, sql`event.occurred_at`)}
    from ${outboxEvents} event left join alerted on alerted.cause = 'unknown'
    where event.type = 'BillingChecked' and event.payload->'unknownSubscriptionIds' <> '[]'
      and ${isNews(sql`event.occurred_at`)}`;

  const dueDispute = sql`
    select 'dispute_due', count(*), ${newsAfter(DAY_QUIET_HOURS)}, min(dispute.id), min(dispute.opened_at), null
    from ${disputes} dispute left join alerted on alerted.cause = 'dispute_due'
    where ${awaitsEvidence(sql`dispute.status`)} and dispute.due_by > ${at}::timestamptz
      and dispute.due_by <= ${at}::timestamptz + ${DISPUTE_DUE_DAYS}::int * interval '1 day'`;

  const unknownStatus = sql`
    select 'status', count(*), ${newsAfter(DAY_QUIET_HOURS)}, min(read.customer_id), null::timestamptz, null from (
      select customer_id from ${subscriptions} where status = 'unknown'
      union all select customer_id from ${orders} where status = 'unknown'
      union all select customer_id from ${disputes} where status = 'unknown'
    ) read left join alerted on alerted.cause = 'status'`;

  const unknownCollection = sql`
    select 'collection', count(distinct odd.id), ${newsAfter(WEEK_QUIET_HOURS, sql`count(distinct odd.id)`)},
      min(odd.customer_id), null::timestamptz, null
    from (
      select subscription.id, subscription.customer_id, subscription.status from ${subscriptions} subscription
      where subscription.currency is distinct from 'gbp' or subscription.upcoming->'pence' = 'null'
      union all
      select subscription.id, subscription.customer_id, subscription.status
      from ${subscriptionItems} item join ${subscriptions} subscription on subscription.id = item.subscription_id
      where not item.has_fixed_price or item.interval is null or item.interval not in ('day', 'week', 'month', 'year')
    ) odd left join alerted on alerted.cause = 'collection'
    where odd.status in ('trialing', 'active', 'past_due')`;

  const latePromise = sql`
    select 'promise', count(*), ${newsAfter(DAY_QUIET_HOURS)}, min(promise.id)::text, min(promise.due_at), null
    from ${promises} promise left join alerted on alerted.cause = 'promise'
    where promise.kept_at is null and promise.released_at is null and promise.due_at <= ${hoursAgo(PROMISE_LATE_HOURS)}`;

  // A figure that is older is not over.
  const violatedInvariant = sql`
    select 'invariant:' || checked.invariant, checked.violations,
      case when alerted.alerted_at > ${hoursAgo(DAY_QUIET_HOURS)} or checked.checked_at <= ${hoursAgo(INVARIANT_NEWS_HOURS)}
        then 0 else checked.violations end,
      null, checked.checked_at, null
    from ${invariantChecks} checked left join alerted on alerted.cause = 'invariant:' || checked.invariant`;

  const uncheckedInvariants = sql`
    select 'unchecked', count(*), ${newsAfter(0)}, null, min(checked.checked_at), null
    from ${invariantChecks} checked left join alerted on alerted.cause = 'unchecked'
    where checked.checked_at <= ${hoursAgo(INVARIANT_NEWS_HOURS)}`;

  const missingHolidays = sql`
    select 'holidays', count(*), ${newsAfter(WEEK_QUIET_HOURS)}, null, null::timestamptz, null
    from (values (1)) once left join alerted on alerted.cause = 'holidays'
    where ${at}::timestamptz > ${BANK_HOLIDAYS_KNOWN_UNTIL}::date - ${HOLIDAYS_DUE_DAYS}::int`;

  const spentBudget = sql`
    select 'refused:' || refusal.cause, refusal.count, refusal.count, null, refusal.last_at, null
    from ${refusals} refusal left join alerted on alerted.cause = 'refused:' || refusal.cause
    where ${isNews(sql`refusal.last_at`)}`;

  return [
    lateOutbox,
    failingCompany,
    refusingEdge,
    deadLettered,
    driftAndRefusedEmail,
    lateDriftCheck,
    disputeAndFraud,
    failedFinalization,
    undeliveredEmail,
    undeliveredText,
    unknownSubscription,
    dueDispute,
    unknownStatus,
    unknownCollection,
    latePromise,
    violatedInvariant,
    uncheckedInvariants,
    missingHolidays,
    spentBudget,
  ];
}
