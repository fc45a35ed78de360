import { DrizzleQueryError, sql } from "drizzle-orm";
import * as z from "zod";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import { planAndAddons, type StripeCustomerState } from "#contracts/billing/stripe-state.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { NewEvent } from "#contracts/events/new-event.ts";
import type { Id } from "#contracts/ids.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import {
  customers,
  subscriptionRequests,
  orders,
  subscriptionItems,
  subscriptions,
} from "#db/schema/billing.ts";
import { outboxEvents } from "#db/schema/events.ts";

type SaveCustomerState = {
  customerId: string;
  version: number;
  /** The database's clock when `version` was read; null leaves `synced_at` to the worker. */
  asOf: string | null;
  userId: string | null;
  snapshot: StripeCustomerState;
  /** Duplicate id → id of the one that stays. */
  duplicates: ReadonlyMap<string, string>;
  events: readonly NewEvent[];
  /** Made at Stripe: the worker still has to void and refund. */
  immediateCancellations: readonly {
    id: Id<"subscriptionRequest">;
    event: EventOf<"SubscriptionCancelled">;
  }[];
};

const Written = z.object({ is_saved: z.boolean() });

const ONE_OPEN_SUBSCRIPTION = "subscriptions_one_open_unique";

/**
 * Saves what a sync read, with its events. One statement: a sync that read before another write finds another version and writes nothing,
 * so each event is written once and with its state.
 *
 * @returns false on a version conflict, or for the user's second open subscription
 */
export async function saveCustomerState(db: Db, input: SaveCustomerState): Promise<boolean> {
  const { customer } = input.snapshot;
  try {
    const written = await oneRowOf(
      db,
      sql`with saved as (
        update ${customers} set
          version = version + 1, synced_at = coalesce(${input.asOf}::timestamptz, synced_at),
          email = case when email = ${ERASED_EMAIL} then email else ${customer.email} end,
          is_deleted = ${customer.isDeleted}::boolean, user_id = ${input.userId}::uuid,
          -- Another visitor may use that browser next.
          guest_key = case when ${customer.isDeleted || input.userId !== null}::boolean then null else guest_key end
        where id = ${input.customerId} and version = ${input.version}::int
        returning id, user_id
      ), subscription as (
        insert into ${subscriptions} as old (
          id, customer_id, user_id, status, price_id, current_period_end, cancel_at_period_end, cancel_at, canceled_at,
          ended_at, payment_method_brand, payment_method_last4, payment_method_exp_month, payment_method_exp_year,
          discounts, scheduled, awaiting, renewal_pence, duplicate_of, created_at
        ) select
          given.id, saved.id, saved.user_id, given.status, given.price_id, given.current_period_end,
          given.cancel_at_period_end, given.cancel_at, given.canceled_at, given.ended_at, given.brand, given.last4,
          given.exp_month, given.exp_year, given.discounts, given.scheduled, given.awaiting, given.renewal_pence,
          given.duplicate_of, given.created_at
        from saved, jsonb_to_recordset(${json(input.snapshot.subscriptions.map((row) => subscriptionRow(row, input)))}::jsonb) as given(
          id text, status text, price_id text, current_period_end timestamptz, cancel_at_period_end boolean,
          cancel_at timestamptz, canceled_at timestamptz, ended_at timestamptz, brand text, last4 text,
          exp_month smallint, exp_year smallint, discounts jsonb, scheduled jsonb, awaiting jsonb, renewal_pence integer,
          duplicate_of text, created_at timestamptz, is_open boolean
        )
        -- Ended ones first: the unique index allows one open subscription.
        order by given.is_open, given.id
        on conflict (id) do update set
          user_id = excluded.user_id, status = excluded.status, price_id = excluded.price_id,
          current_period_end = excluded.current_period_end, cancel_at_period_end = excluded.cancel_at_period_end,
          cancel_at = excluded.cancel_at, canceled_at = excluded.canceled_at, ended_at = excluded.ended_at,
          payment_method_brand = excluded.payment_method_brand, payment_method_last4 = excluded.payment_method_last4,
          payment_method_exp_month = excluded.payment_method_exp_month,
          payment_method_exp_year = excluded.payment_method_exp_year, discounts = excluded.discounts,
          scheduled = excluded.scheduled, awaiting = excluded.awaiting, renewal_pence = excluded.renewal_pence,
          duplicate_of = excluded.duplicate_of
      ), given_item as (
        select given.* from saved, jsonb_to_recordset(${json(itemRows(input.snapshot))}::jsonb) as given(
          id text, subscription_id text, price_id text, stripe_price_id text, amount_pence integer, quantity integer
        )
      ), gone_item as (
        delete from ${subscriptionItems} item using saved, ${subscriptions} subscription
        where item.subscription_id = subscription.id and subscription.customer_id = saved.id
          and not exists (select from given_item given where given.id = item.id)
      ), item as (
        insert into ${subscriptionItems} (id, subscription_id, price_id, stripe_price_id, amount_pence, quantity)
        select id, subscription_id, price_id, stripe_price_id, amount_pence, quantity from given_item
        on conflict (id) do update set
          price_id = excluded.price_id, stripe_price_id = excluded.stripe_price_id,
          amount_pence = excluded.amount_pence, quantity = excluded.quantity
      ), ordered as (
        insert into ${orders} as old (
          id, customer_id, subscription_id, status, amount_pence, refunded_pence, currency, ordered_at
        ) select given.id, saved.id, given.subscription_id, given.status, given.amount_pence, given.refunded_pence,
          given.currency, given.ordered_at
        from saved, jsonb_to_recordset(${json(orderRows(input.snapshot))}::jsonb) as given(
          id text, subscription_id text, status text, amount_pence integer, refunded_pence integer, currency text,
          ordered_at timestamptz
        )
        on conflict (id) do update set
          status = excluded.status, amount_pence = excluded.amount_pence,
          refunded_pence = excluded.refunded_pence, ordered_at = excluded.ordered_at
        where (old.status, old.amount_pence, old.refunded_pence, old.ordered_at)
          is distinct from (excluded.status, excluded.amount_pence, excluded.refunded_pence, excluded.ordered_at)
      ), request as (
        insert into ${subscriptionRequests} (id, subscription_id, user_id, kind, monthly_pence, state, requested_at)
        select given.id, given.subscription_id, saved.user_id, 'cancel', given.monthly_pence, 'pending', given.requested_at
        from saved, jsonb_to_recordset(${json(input.immediateCancellations.map(requestRow))}::jsonb) as given(
          id text, subscription_id text, monthly_pence integer, requested_at timestamptz
        )
      ), event as (
        insert into ${outboxEvents} (
          id, type, version, aggregate_type, aggregate_id, actor, payload, request_id, occurred_at, next_publish_at
        ) select
          given.id, given.type, given.version, 'customer', saved.id, given.actor, given.payload, given.request_id,
          given.occurred_at, now() + given.grace_ms * interval '1 millisecond'
        from saved, jsonb_to_recordset(${json(input.events.map(eventRow))}::jsonb) as given(
          id text, type text, version integer, actor jsonb, payload jsonb, request_id text, occurred_at timestamptz,
          grace_ms integer
        )
      )
      select exists (select from saved) as is_saved`,
      Written,
    );
    return written.is_saved;
  } catch (error) {
    if (isSecondOpenSubscription(error)) return false;
    throw error;
  }
}

function json(rows: readonly object[]): string {
  return JSON.stringify(rows);
}

function subscriptionRow(
  subscription: StripeCustomerState["subscriptions"][number],
  { duplicates }: SaveCustomerState,
) {
  return {
    id: subscription.id,
    status: subscription.status,
    price_id: planAndAddons(subscription.items).plan,
    current_period_end: subscription.currentPeriodEnd,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    cancel_at: subscription.cancelAt,
    canceled_at: subscription.canceledAt,
    ended_at: subscription.endedAt,
    brand: subscription.paymentMethod?.brand ?? null,
    last4: subscription.paymentMethod?.last4 ?? null,
    exp_month: subscription.paymentMethod?.expMonth ?? null,
    exp_year: subscription.paymentMethod?.expYear ?? null,
    discounts: subscription.discounts,
    scheduled: subscription.scheduled,
    awaiting: subscription.awaiting,
    renewal_pence: subscription.renewalPence,
    duplicate_of: duplicates.get(subscription.id) ?? null,
    created_at: subscription.createdAt,
    is_open: isOpen(subscription.status),
  };
}

function itemRows(snapshot: StripeCustomerState) {
  return snapshot.subscriptions.flatMap(({ id, items }) =>
    items.map((item) => ({
      id: item.id,
      subscription_id: id,
      price_id: item.priceId,
      stripe_price_id: item.stripePriceId,
      amount_pence: item.amountPence,
      quantity: item.quantity,
    })),
  );
}

function orderRows(snapshot: StripeCustomerState) {
  return snapshot.orders.map((order) => ({
    id: order.id,
    subscription_id: order.subscriptionId,
    status: order.status,
    amount_pence: order.amountPence,
    refunded_pence: order.refundedPence,
    currency: order.currency,
    ordered_at: order.orderedAt,
  }));
}

function requestRow({ id, event }: SaveCustomerState["immediateCancellations"][number]) {
  return {
    id,
    subscription_id: event.data.subscriptionId,
    monthly_pence: event.data.amountPence,
    requested_at: event.occurredAt,
  };
}

function eventRow(event: NewEvent) {
  return {
    id: event.id,
    type: event.type,
    version: event.version,
    actor: event.actor,
    payload: event.data,
    request_id: event.correlationId,
    occurred_at: event.occurredAt,
    grace_ms: event.graceMs ?? 0,
  };
}

/** Both drivers name the constraint; drizzle wraps the error. */
function isSecondOpenSubscription(error: unknown): boolean {
  if (!(error instanceof DrizzleQueryError)) return false;
  const { cause } = error;
  return (
    typeof cause === "object" && "constraint" in cause && cause.constraint === ONE_OPEN_SUBSCRIPTION
  );
}
