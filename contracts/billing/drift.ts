import { ERASED_EMAIL } from "../erased-address.ts";
import type { Drift } from "../events/billing-drift.ts";
import {
  type DiscountState,
  planAndAddons,
  type ScheduledChange,
  type StripeCustomerState,
} from "./stripe-state.ts";
import { scheduledChangeKey } from "./subscription-events.ts";

/** The saved rows of a customer, as far as drift is checked. */
export type SavedCustomer = {
  readonly email: string | null;
  readonly isDeleted: boolean;
  readonly subscriptions: readonly {
    readonly id: string;
    readonly status: string;
    readonly price_id: string | null;
    readonly addons: readonly string[];
    readonly current_period_end: string | null;
    readonly cancel_at_period_end: boolean;
    readonly last4: string | null;
    readonly discounts: readonly DiscountState[];
    readonly scheduled: ScheduledChange | null;
    readonly renewal_pence: number | null;
  }[];
  readonly orders: readonly {
    readonly id: string;
    readonly status: string;
    readonly amount_pence: number;
    readonly refunded_pence: number;
  }[];
};

/** Lists how the saved rows differ from Stripe; empty without drift. */
export function findDrifts(kept: SavedCustomer, snapshot: StripeCustomerState): Drift[] {
  const drifts: Drift[] = [];
  const subscriptions = snapshot.subscriptions.map((given) => {
    const { plan, addons } = planAndAddons(given.items);
    return [
      given.id,
      given.status,
      plan,
      addons,
      given.currentPeriodEnd,
      given.cancelAtPeriodEnd,
      given.paymentMethod?.last4 ?? null,
      discountTexts(given.discounts),
      scheduledChangeKey(given.scheduled),
      given.renewalPence,
    ];
  });
  const keptSubscriptions = kept.subscriptions.map((row) => [
    row.id,
    row.status,
    row.price_id,
    row.addons.toSorted(),
    row.current_period_end,
    row.cancel_at_period_end,
    row.last4,
    discountTexts(row.discounts),
    scheduledChangeKey(row.scheduled),
    row.renewal_pence,
  ]);
  if (!areSame(subscriptions, keptSubscriptions)) drifts.push("subscriptions");
  const orders = snapshot.orders.map((order) => [
    order.id,
    order.status,
    order.amountPence,
    order.refundedPence,
  ]);
  const keptOrders = kept.orders.map((row) => [
    row.id,
    row.status,
    row.amount_pence,
    row.refunded_pence,
  ]);
  if (!areSame(orders, keptOrders)) drifts.push("orders");
  const { email, isDeleted } = snapshot.customer;
  const isOtherAddress = kept.email !== ERASED_EMAIL && email !== kept.email;
  if (isOtherAddress || isDeleted !== kept.isDeleted) drifts.push("customer");
  return drifts;
}

function discountTexts(discounts: readonly DiscountState[]): string[] {
  return discounts
    .map(({ id, couponId, percentOff, endsAt }) => [id, couponId, percentOff, endsAt].join(" "))
    .toSorted();
}

function areSame(one: readonly unknown[][], other: readonly unknown[][]): boolean {
  return sorted(one) === sorted(other);
}

function sorted(rows: readonly unknown[][]): string {
  return JSON.stringify(rows.map((row) => JSON.stringify(row)).toSorted());
}
