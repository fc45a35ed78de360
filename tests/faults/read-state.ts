import type { CustomerClients } from "./clients/customer-clients.ts";
import type { Observer } from "./observer.ts";
import type { StripeClient } from "./stripe-client.ts";
import type { BillingState, EventRow, Records } from "./verdict/state.ts";

type StoredEvent = Pick<
  EventRow,
  "id" | "type" | "state" | "aggregateId" | "email" | "publishCount" | "occurredMs"
> & {
  version: number;
  actor: { kind: string };
  payload: { subscriptionId?: string; orderId?: string; refundedPence?: number; postId?: string };
  correlationId: string;
  occurredAt: Date;
};

/** @param effectsOf names of the effects that an event must create */
export async function readRecords(
  { rows }: Observer,
  effectsOf: (event: unknown) => string[],
): Promise<Records> {
  const [accounts, submissions, events, effects, audits, reports, undeliverable, decisions] =
    await Promise.all([
      rows<Records["accounts"][number]>(
        `select email from users where email is not null union select email from approvers`,
      ),
      rows<Records["submissions"][number]>(
        `select id, idempotency_key as "idempotencyKey", email from form_submissions`,
      ),
      rows<StoredEvent>(
        `select event.id, event.type, event.version, event.actor, event.payload,
        event.correlation_id as "correlationId", event.aggregate_id as "aggregateId",
        event.publish_count as "publishCount", event.occurred_at as "occurredAt",
        (extract(epoch from event.occurred_at) * 1000)::float8 as "occurredMs", account.email,
        case when event.dead_lettered_at is not null then 'dead_lettered'
          when event.completed_at is not null then 'completed' else 'open' end as state
      from outbox_events event left join users account on account.id::text = event.aggregate_id
      order by event.occurred_at, event.id`,
      ),
      rows<Records["effects"][number]>(
        `select event_id as "eventId", effect, status, idempotency_key as "idempotencyKey",
        external_id as "externalId", last_error as "lastError" from event_effects`,
      ),
      rows<Records["audits"][number]>(`select event_id as "eventId", action from audit_log`),
      readReports({ rows }),
      rows<Records["undeliverable"][number]>(
        `select reason from undeliverable_addresses where reason is not null`,
      ),
      rows<Records["decisions"][number]>(
        `select proposed.post_id as "postId", decided.decision, decided.announced_event_id as "announcedEventId",
        (select count(*) from post_publications live where live.post_id = proposed.post_id
          and live.version = proposed.version and live.content_hash = proposed.content_hash)::int as publications
      from post_versions proposed left join post_decisions decided on decided.post_id = proposed.post_id
        and decided.version = proposed.version and decided.content_hash = proposed.content_hash`,
      ),
    ]);
  return {
    accounts,
    submissions,
    events: events.map((stored) => asEventRow(stored, effectsOf)),
    effects,
    audits,
    reports,
    undeliverable,
    decisions,
  };
}

export function readReports({ rows }: Pick<Observer, "rows">) {
  return rows<Records["reports"][number]>(
    `select email_id as "emailId", type from resend_events where email_id is not null`,
  );
}

function asEventRow(stored: StoredEvent, effectsOf: (event: unknown) => string[]): EventRow {
  const { version, actor, payload, correlationId, occurredAt, ...row } = stored;
  const { id, type } = row;
  return {
    ...row,
    actor: actor.kind,
    subscriptionId: payload.subscriptionId ?? null,
    orderId: payload.orderId ?? null,
    refundedPence: payload.refundedPence ?? null,
    postId: payload.postId ?? null,
    expectedEffects: effectsOf({
      id,
      type,
      version,
      occurredAt: occurredAt.toISOString(),
      actor,
      correlationId,
      data: payload,
    }),
  };
}

export async function readBilling(
  { rows }: Observer,
  { stripe, customers }: { stripe: StripeClient; customers: CustomerClients },
  drifted: number,
): Promise<BillingState & Pick<CustomerClients, "actions">> {
  const owners = await rows<{ id: string; email: string }>(
    `select customer.id, account.email from customers customer
      join users account on account.id = customer.user_id`,
  );
  return {
    actions: customers.actions,
    emails: new Map(owners.map(({ id, email }) => [id, email])),
    subscriptionRequests: await rows(
      `select subscription_id as "subscriptionId", kind, state from subscription_requests
        where kind <> 'retention_offer' order by requested_at`,
    ),
    offers: await rows(
      `select distinct on (subscription_id) subscription_id as "subscriptionId",
        case state when 'superseded' then 'rejected' else state end as state
        from subscription_requests
        where kind = 'retention_offer' order by subscription_id, requested_at desc`,
    ),
    refundRequests: await rows(
      `select subscription_id as "subscriptionId", state from refund_requests`,
    ),
    saved: await rows(
      `select subscription.id, subscription.customer_id as "customerId", subscription.status,
        subscription.cancel_at_period_end as "isCancelScheduled",
        subscription.duplicate_of is not null as "isDuplicate",
        array(select coalesce(item.price_id, item.stripe_price_id) from subscription_items item
          where item.subscription_id = subscription.id) as "priceIds",
        array(select jsonb_array_elements(subscription.discounts)->>'couponId') as coupons
      from subscriptions subscription`,
    ),
    atStripe: await stripe.listSubscriptions(),
    drifted,
  };
}
