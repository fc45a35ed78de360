import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { cardSetLast, type SetCards } from "#contracts/billing/card-set-last.ts";
import { COMEBACK_OFFER } from "#contracts/billing/coupons.ts";
import { planAndAddons, type StripeCustomerState } from "#contracts/billing/stripe-state.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";

/** By column name. */
export type Row = Readonly<Record<string, unknown>>;

export type CustomerRows = Readonly<
  Record<
    "customers" | "subscriptions" | "subscription_items" | "orders" | "disputes",
    readonly Row[]
  >
>;

export type RowsOf = {
  customerId: string;
  snapshot: StripeCustomerState;
  setCards: SetCards;
  /** Duplicate id → id of the one that stays. */
  duplicates: ReadonlyMap<string, string>;
  /** Ids of subscriptions that ended while a payment was owed. */
  endedUnpaid: ReadonlySet<string>;
};

/** Once true, these stay true. */
export const LASTING_COLUMNS: readonly string[] = ["is_comeback", "has_ended_unpaid"];

/** What a sync saves of a customer. The drift check compares each of these columns. */
export function rowsOf({
  customerId,
  snapshot,
  setCards,
  duplicates,
  endedUnpaid,
}: RowsOf): CustomerRows {
  const { email, isDeleted, balancePence } = snapshot.customer;
  return {
    customers: [
      {
        id: customerId,
        email,
        is_deleted: isDeleted,
        balance_pence: balancePence,
        set_cards: setCards,
        card_id: cardIdOf(snapshot, setCards),
      },
    ],
    subscriptions: endedFirst(snapshot.subscriptions).map((subscription) => ({
      id: subscription.id,
      status: subscription.status,
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
    })),
    subscription_items: snapshot.subscriptions.flatMap(({ id, items }) =>
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
        product_name: item.productName ?? null,
      })),
    ),
    orders: snapshot.orders.map((order) => ({
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
    })),
    disputes: snapshot.disputes.map((dispute) => ({
      id: dispute.id,
      order_id: dispute.orderId,
      status: dispute.status,
      reason: dispute.reason,
      amount_pence: dispute.amountPence,
      currency: dispute.currency,
      due_by: dispute.dueBy,
      is_refundable: dispute.isRefundable,
      opened_at: dispute.openedAt,
    })),
  };
}

/** The unique index allows one open subscription, and rows are written in this order. */
function endedFirst(read: StripeCustomerState["subscriptions"]) {
  return read.toSorted(
    (a, b) => Number(isOpen(a.status)) - Number(isOpen(b.status)) || a.id.localeCompare(b.id),
  );
}

/** The card that Stripe charges, once the worker has made it the default. */
function cardIdOf({ subscriptions: read }: StripeCustomerState, set: SetCards): string | null {
  const open = read.filter(({ status }) => isOpen(status));
  return cardSetLast(
    set,
    open.map(({ id }) => id),
  );
}

/** @param rows by column name; the columns that they lack are null */
export function recordsOf(table: PgTable, rows: readonly Row[]): SQL {
  return sql`jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)`;
}
