import { type SQL, sql } from "drizzle-orm";
import {
  customers,
  orders,
  refundRequests,
  stripeEvents,
  subscriptionRequests,
  subscriptions,
} from "#db/schema/billing.ts";
import { resendEvents } from "#db/schema/emails.ts";
import { eventEffects, outboxEvents } from "#db/schema/events.ts";
import { promises } from "#db/schema/promises.ts";
import { isInService } from "../billing/subscription-sql.ts";

/** Selects `id` and `customer_id` of each violation. */
type Violations = (at: SQL) => SQL;

/**
 * Queries of rows that break a rule of the business: money is lost, or a promise is not kept. A healthy system
 * ends its retries within the hour or the day of the query. Windows bound the rows: the check runs each hour.
 */
export const INVARIANTS = {
  "open-event-has-effects": (at) => sql`
    select event.id, null as customer_id from ${outboxEvents} event
    where event.completed_at is null and event.dead_lettered_at is null
      and event.occurred_at < ${at} - interval '1 hour'
      and not exists (select from ${eventEffects} effect where effect.event_id = event.id)`,
  "purchase-is-welcomed": (at) => sql`
    select subscription.id, subscription.customer_id from ${subscriptions} subscription
    where subscription.created_at between ${at} - interval '3 days' and ${at} - interval '1 hour'
      and ${isInService(sql`subscription`)}
      and not exists (
        select from ${outboxEvents} event
        where event.aggregate_id = subscription.customer_id and event.type = 'CheckoutCompleted'
          and event.payload->>'subscriptionId' = subscription.id
          -- Paid late: the bank asked the customer first.
          and (event.occurred_at > ${at} - interval '1 hour' or exists (
            select from ${eventEffects} effect where effect.event_id = event.id
              and effect.effect = 'send-billing-mail' and effect.status in ('completed', 'skipped')
          ))
      )`,
  "approved-refund-is-issued": (at) => sql`
    select request.id, request.customer_id from ${refundRequests} request
    where request.state = 'approved'
      and coalesce(request.decided_at, request.requested_at) < ${at} - interval '1 day'`,
  "request-reaches-stripe": (at) => sql`
    select request.id, subscription.customer_id
    from ${subscriptionRequests} request join ${subscriptions} subscription on subscription.id = request.subscription_id
    where request.state = 'pending' and request.kind <> 'retention_offer'
      and request.requested_at < ${at} - interval '1 day'`,
  "cancelled-subscription-ends": (at) => sql`
    select request.id, subscription.customer_id
    from ${subscriptionRequests} request
    -- \`offset 0\` and \`limit 1\`: by index for each of few requests; a hash join would read the whole tables.
    cross join lateral (
      select id, customer_id, is_open and not cancel_at_period_end as renews
      from ${subscriptions} where id = request.subscription_id offset 0
    ) subscription
    where request.requested_at between ${at} - interval '7 days' and ${at} - interval '1 hour'
      and request.kind = 'cancel' and request.state = 'applied' and request.resolved_at < ${at} - interval '1 hour'
      and subscription.renews
      and (
        select later.id from ${subscriptionRequests} later
        where later.subscription_id = request.subscription_id and later.kind = 'resume'
          and later.requested_at > request.requested_at limit 1
      ) is null
      -- Resumed in Stripe's Dashboard.
      and (
        select event.id from ${outboxEvents} event
        where event.aggregate_id = subscription.customer_id and event.type = 'SubscriptionResumed'
          and event.payload->>'subscriptionId' = subscription.id and event.occurred_at > request.requested_at limit 1
      ) is null`,
  "paid-invoice-is-an-order": (at) => sql`
    select notification.object_id as id, notification.customer_id
    from ${stripeEvents} notification join ${customers} customer on customer.id = notification.customer_id
    where notification.type = 'invoice.paid'
      and notification.received_at between ${at} - interval '1 day' and ${at} - interval '1 hour'
      and not customer.is_deleted
      and not exists (
        select from ${orders} paid where paid.id = notification.object_id
          and paid.status in ('completed', 'refunded', 'partially_refunded')
      )`,
  "duplicate-ends": (at) => sql`
    select subscription.id, subscription.customer_id from ${subscriptions} subscription
    where subscription.duplicate_of is not null and subscription.is_open
      and not exists (
        select from ${outboxEvents} event
        where event.aggregate_id = subscription.customer_id and event.type = 'DuplicateSubscriptionFound'
          and event.payload->>'subscriptionId' = subscription.id and event.occurred_at > ${at} - interval '1 hour'
      )`,
  "late-promise-is-told": (at) => sql`
    select promise.id::text, null as customer_id from ${promises} promise
    where promise.kept_at is null and promise.released_at is null and promise.missed_at is null
      and promise.due_at < ${at} - interval '1 hour'`,
  // Another system sends with our tags, or a row was lost.
  "reported-email-is-ours": (at) => sql`
    select report.event_id as id, null as customer_id from ${resendEvents} report
    where report.received_at between ${at} - interval '1 day' and ${at} - interval '1 hour'
      and report.event_id is not null
      and not exists (
        select from ${eventEffects} effect where effect.event_id = report.event_id and effect.effect = report.effect
      )`,
} as const satisfies Record<string, Violations>;

export type Invariant = keyof typeof INVARIANTS;
