import { getTableColumns, type InferInsertModel, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { cardSetLast, type SetCards } from "#contracts/billing/card-set-last.ts";
import { COMEBACK_OFFER } from "#contracts/billing/coupons.ts";
import { planAndAddons, type StripeCustomerState } from "#contracts/billing/stripe-state.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import {
  customers,
  disputes,
  orders,
  subscriptionItems,
  subscriptions,
} from "#db/schema/billing.ts";

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
  return {
    customers: [
      rowOf(customers, {
        ...snapshot.customer,
        id: customerId,
        setCards,
        cardId: cardIdOf(snapshot, setCards),
      }),
    ],
    subscriptions: endedFirst(snapshot.subscriptions).map((subscription) =>
      rowOf(subscriptions, {
        ...subscription,
        priceId: planAndAddons(subscription.items).plan,
        paymentMethodBrand: subscription.paymentMethod?.brand ?? null,
        paymentMethodLast4: subscription.paymentMethod?.last4 ?? null,
        paymentMethodExpMonth: subscription.paymentMethod?.expMonth ?? null,
        paymentMethodExpYear: subscription.paymentMethod?.expYear ?? null,
        duplicateOf: duplicates.get(subscription.id) ?? null,
        isComeback: subscription.discounts.some(
          ({ couponId }) => couponId === COMEBACK_OFFER.couponId,
        ),
        hasEndedUnpaid: endedUnpaid.has(subscription.id),
      }),
    ),
    subscription_items: snapshot.subscriptions.flatMap(({ id: subscriptionId, items }) =>
      items.map((item) =>
        rowOf(subscriptionItems, {
          ...item,
          subscriptionId,
          productName: item.productName ?? null,
        }),
      ),
    ),
    orders: snapshot.orders.map((order) => rowOf(orders, order)),
    disputes: snapshot.disputes.map((dispute) => rowOf(disputes, dispute)),
  };
}

/** Those of the values that the table has a column for. */
function rowOf<T extends PgTable>(table: T, values: Partial<InferInsertModel<T>>): Row {
  const given = new Map<string, unknown>(Object.entries(values));
  return Object.fromEntries(
    Object.entries(getTableColumns(table)).flatMap(([key, { name }]) =>
      given.has(key) ? [[name, given.get(key)]] : [],
    ),
  );
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
