import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import * as z from "zod";
import { cardSetLast, type SetCards } from "#contracts/billing/card-set-last.ts";
import { COMEBACK_OFFER } from "#contracts/billing/coupons.ts";
import { planAndAddons, type StripeCustomerState } from "#contracts/billing/stripe-state.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { NewEvent } from "#contracts/events/new-event.ts";
import type { Id } from "#contracts/ids.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { insertEventsWithPromises } from "#db/events/insert-event.ts";
import { constraintOf } from "#db/query-error.ts";
import {
  customers,
  disputes,
  subscriptionRequests,
  orders,
  subscriptionItems,
  subscriptions,
} from "#db/schema/billing.ts";

export type SaveCustomerState = {
  customerId: string;
  version: number;
  /** The database's clock when `version` was read; null leaves `synced_at` to the worker. */
  asOf: string | null;
  snapshot: StripeCustomerState;
  setCards: SetCards;
  /** Duplicate id → id of the one that stays. */
  duplicates: ReadonlyMap<string, string>;
  /** Ids of subscriptions that ended while a payment was owed. */
  endedUnpaid: ReadonlySet<string>;
  events: readonly NewEvent[];
  /** Made at Stripe: the worker still has to void and refund. */
  immediateCancellations: readonly {
    id: Id<"subscriptionRequest">;
    event: EventOf<"SubscriptionCancelled">;
  }[];
};

const Written = z.object({ isSaved: z.boolean() });

const ONE_OPEN_SUBSCRIPTION = "subscriptions_one_open_unique";

/**
 * One statement: a sync that read before another write finds another version and writes nothing, so each event is
 * written once and with its state.
 *
 * @returns false on a version conflict, or for the user's second open subscription
 */
export async function saveCustomerState(db: Db, input: SaveCustomerState): Promise<boolean> {
  try {
    const written = await oneRowOf(
      db,
      sql`with ${saveCustomer(input)}, ${saveSubscriptions(input)}, ${saveItems(input)}, ${saveOrders(input)}, ${saveDisputes(input)},
        ${saveCancellations(input)},
        ${insertEventsWithPromises("event", input.events, { type: "customer", id: sql`saved.id` }, sql`from saved`)}
      select exists (select from saved) as is_saved`,
      Written,
    );
    return written.isSaved;
  } catch (error) {
    if (constraintOf(error) === ONE_OPEN_SUBSCRIPTION) return false;
    throw error;
  }
}

/** CTE `saved`, which has a row for each of the others if the version is still the same. */
function saveCustomer({ customerId, version, asOf, snapshot, setCards }: SaveCustomerState): SQL {
  const { email, isDeleted, balancePence } = snapshot.customer;
  return sql`saved as (
    update ${customers} set
      version = version + 1, synced_at = coalesce(${asOf}::timestamptz, synced_at),
      email = case when email = ${ERASED_EMAIL} then email else ${email} end,
      is_deleted = ${isDeleted}::boolean, balance_pence = ${balancePence}::int, set_cards = ${JSON.stringify(setCards)}::jsonb,
      card_id = ${cardIdOf(snapshot, setCards)},
      -- Another visitor may use that browser next.
      guest_key = case when ${isDeleted}::boolean or user_id is not null then null else guest_key end
    where id = ${customerId} and version = ${version}::int
    returning id, user_id
  )`;
}

/** The card that Stripe charges, once the worker has made it the default. */
function cardIdOf({ subscriptions: read }: StripeCustomerState, set: SetCards): string | null {
  const open = read.filter(({ status }) => isOpen(status));
  return cardSetLast(
    set,
    open.map(({ id }) => id),
  );
}

function saveSubscriptions({ snapshot, duplicates, endedUnpaid }: SaveCustomerState): SQL {
  const rows = snapshot.subscriptions.map((subscription) => ({
    id: subscription.id,
    status: subscription.status,
    is_open: isOpen(subscription.status),
    price_id: planAndAddons(subscription.items).plan,
    current_period_end: subscription.currentPeriodEnd,
    anchor_at: subscription.anchorAt,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    cancel_at: subscription.cancelAt,
    canceled_at: subscription.canceledAt,
    ended_at: subscription.endedAt,
    payment_method_brand: subscription.paymentMethod?.brand ?? null,
    payment_method_last4: subscription.paymentMethod?.last4 ?? null,
    payment_method_exp_month: subscription.paymentMethod?.expMonth ?? null,
    payment_method_exp_year: subscription.paymentMethod?.expYear ?? null,
    discounts: subscription.discounts,
    scheduled: subscription.scheduled,
    awaiting: subscription.awaiting,
    currency: subscription.currency,
    collection_method: subscription.collectionMethod,
    pause: subscription.pause,
    upcoming: subscription.upcoming,
    renewal_pence: subscription.renewalPence,
    duplicate_of: duplicates.get(subscription.id) ?? null,
    is_comeback: subscription.discounts.some(
      ({ couponId }) => couponId === COMEBACK_OFFER.couponId,
    ),
    has_ended_unpaid: endedUnpaid.has(subscription.id),
    created_at: subscription.createdAt,
  }));
  return sql`subscription as (
    insert into ${subscriptions} as old (
      id, customer_id, user_id, status, price_id, current_period_end, anchor_at, cancel_at_period_end, cancel_at, canceled_at,
      ended_at, payment_method_brand, payment_method_last4, payment_method_exp_month, payment_method_exp_year,
      discounts, scheduled, awaiting, currency, collection_method, pause, upcoming, renewal_pence, duplicate_of, is_comeback, has_ended_unpaid, created_at
    ) select
      given.id, saved.id, saved.user_id, given.status, given.price_id, given.current_period_end,
      given.anchor_at, given.cancel_at_period_end, given.cancel_at, given.canceled_at, given.ended_at,
      given.payment_method_brand, given.payment_method_last4, given.payment_method_exp_month, given.payment_method_exp_year,
      given.discounts, given.scheduled, given.awaiting, given.currency, given.collection_method, given.pause,
      given.upcoming, given.renewal_pence, given.duplicate_of, given.is_comeback,
      given.has_ended_unpaid, given.created_at
    from saved, ${rowsFor(subscriptions, rows)} given
    -- Ended ones first: the unique index allows one open subscription.
    order by given.is_open, given.id
    on conflict (id) do update set
      user_id = excluded.user_id, status = excluded.status, price_id = excluded.price_id,
      current_period_end = excluded.current_period_end, anchor_at = excluded.anchor_at, cancel_at_period_end = excluded.cancel_at_period_end,
      cancel_at = excluded.cancel_at, canceled_at = excluded.canceled_at, ended_at = excluded.ended_at,
      payment_method_brand = excluded.payment_method_brand, payment_method_last4 = excluded.payment_method_last4,
      payment_method_exp_month = excluded.payment_method_exp_month,
      payment_method_exp_year = excluded.payment_method_exp_year, discounts = excluded.discounts,
      scheduled = excluded.scheduled, awaiting = excluded.awaiting, currency = excluded.currency,
      collection_method = excluded.collection_method, pause = excluded.pause, upcoming = excluded.upcoming, renewal_pence = excluded.renewal_pence,
      duplicate_of = excluded.duplicate_of, is_comeback = old.is_comeback or excluded.is_comeback,
      has_ended_unpaid = old.has_ended_unpaid or excluded.has_ended_unpaid
  )`;
}

function saveItems({ snapshot }: SaveCustomerState): SQL {
  const rows = snapshot.subscriptions.flatMap(({ id, items }) =>
    items.map((item) => ({
      id: item.id,
      subscription_id: id,
      price_id: item.priceId,
      stripe_price_id: item.stripePriceId,
      amount_pence: item.amountPence,
      quantity: item.quantity,
      has_fixed_price: item.hasFixedPrice,
      interval: item.interval,
      interval_count: item.intervalCount,
    })),
  );
  return sql`given_item as (
    select given.* from saved, ${rowsFor(subscriptionItems, rows)} given
  ), gone_item as (
    delete from ${subscriptionItems} item using saved, ${subscriptions} subscription
    where item.subscription_id = subscription.id and subscription.customer_id = saved.id
      and not exists (select from given_item given where given.id = item.id)
  ), item as (
    insert into ${subscriptionItems} (
      id, subscription_id, price_id, stripe_price_id, amount_pence, quantity, has_fixed_price, "interval", interval_count
    ) select id, subscription_id, price_id, stripe_price_id, amount_pence, quantity, has_fixed_price, "interval", interval_count
    from given_item
    on conflict (id) do update set
      price_id = excluded.price_id, stripe_price_id = excluded.stripe_price_id,
      amount_pence = excluded.amount_pence, quantity = excluded.quantity, has_fixed_price = excluded.has_fixed_price,
      "interval" = excluded."interval", interval_count = excluded.interval_count
  )`;
}

function saveOrders({ snapshot }: SaveCustomerState): SQL {
  const rows = snapshot.orders.map((order) => ({
    id: order.id,
    subscription_id: order.subscriptionId,
    number: order.number,
    lines: order.lines,
    invoice_url: order.invoiceUrl,
    status: order.status,
    amount_pence: order.amountPence,
    collected_pence: order.collectedPence,
    refunded_pence: order.refundedPence,
    credit_notes: order.creditNotes,
    currency: order.currency,
    card_fingerprint: order.cardFingerprint,
    ordered_at: order.orderedAt,
  }));
  const columns = (alias: string) =>
    sql.join(
      CHANGING_ORDER_COLUMNS.map((name) => sql`${sql.identifier(alias)}.${sql.identifier(name)}`),
      sql`, `,
    );
  const names = sql.join(CHANGING_ORDER_COLUMNS.map(sql.identifier), sql`, `);
  return sql`ordered as (
    insert into ${orders} as old (id, customer_id, subscription_id, currency, ${names})
    select given.id, saved.id, given.subscription_id, given.currency, ${columns("given")}
    from saved, ${rowsFor(orders, rows)} given
    on conflict (id) do update set (${names}) = row(${columns("excluded")})
    where (${columns("old")}) is distinct from (${columns("excluded")})
  )`;
}

const CHANGING_ORDER_COLUMNS = [
  "number",
  "lines",
  "invoice_url",
  "status",
  "amount_pence",
  "collected_pence",
  "refunded_pence",
  "credit_notes",
  "card_fingerprint",
  "ordered_at",
];

function saveDisputes({ snapshot }: SaveCustomerState): SQL {
  const rows = snapshot.disputes.map((dispute) => ({
    id: dispute.id,
    order_id: dispute.orderId,
    status: dispute.status,
    reason: dispute.reason,
    amount_pence: dispute.amountPence,
    currency: dispute.currency,
    due_by: dispute.dueBy,
    is_refundable: dispute.isRefundable,
    opened_at: dispute.openedAt,
  }));
  return sql`disputed as (
    insert into ${disputes} (
      id, customer_id, order_id, status, reason, amount_pence, currency, due_by, is_refundable, opened_at
    ) select given.id, saved.id, given.order_id, given.status, given.reason, given.amount_pence, given.currency,
      given.due_by, given.is_refundable, given.opened_at
    from saved, ${rowsFor(disputes, rows)} given
    on conflict (id) do update set
      order_id = excluded.order_id, status = excluded.status, reason = excluded.reason,
      amount_pence = excluded.amount_pence, due_by = excluded.due_by, is_refundable = excluded.is_refundable
  )`;
}

function saveCancellations({ immediateCancellations }: SaveCustomerState): SQL {
  const rows = immediateCancellations.map(({ id, event }) => ({
    id,
    subscription_id: event.data.subscriptionId,
    monthly_pence: event.data.amountPence,
    requested_at: event.occurredAt,
  }));
  return sql`request as (
    insert into ${subscriptionRequests} (id, subscription_id, user_id, kind, monthly_pence, state, requested_at)
    select given.id, given.subscription_id, saved.user_id, 'cancel', given.monthly_pence, 'pending', given.requested_at
    from saved, ${rowsFor(subscriptionRequests, rows)} given
  )`;
}

/** @param rows by column name; the columns that they lack are null */
function rowsFor(table: PgTable, rows: readonly Readonly<Record<string, unknown>>[]): SQL {
  return sql`jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)`;
}
