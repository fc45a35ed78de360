import { ERASED_EMAIL } from "../erased-address.ts";
import type { Drift } from "../events/billing-drift.ts";
import {
  type DiscountState,
  type ItemState,
  planAndAddons,
  type ScheduledChange,
  type StripeCustomerState,
} from "./stripe-state.ts";
import { isOpen } from "./subscription-status.ts";
import { scheduledChangeKey } from "./subscription-transitions.ts";

export type SavedCustomer = {
  readonly email: string | null;
  /** Null if any will do. */
  readonly accountEmail: string | null;
  readonly isDeleted: boolean;
  readonly balancePence: number;
  readonly subscriptions: readonly {
    readonly id: string;
    readonly status: string;
    readonly priceId: string | null;
    readonly items: readonly Pick<ItemState, "priceId">[];
    readonly currentPeriodEnd: string | null;
    readonly cancelAtPeriodEnd: boolean;
    readonly paymentMethodLast4: string | null;
    readonly discounts: readonly DiscountState[];
    readonly scheduled: ScheduledChange | null;
    readonly renewalPence: number | null;
  }[];
  readonly orders: readonly {
    readonly id: string;
    readonly status: string;
    readonly amountPence: number;
    readonly refundedPence: number;
  }[];
  readonly disputes: readonly { readonly id: string; readonly status: string }[];
};

export function findDrifts(saved: SavedCustomer, snapshot: StripeCustomerState): Drift[] {
  const drifts: Drift[] = [];
  const subscriptions = snapshot.subscriptions.map((subscription) => {
    const { plan, addons } = planAndAddons(subscription.items);
    return [
      subscription.id,
      subscription.status,
      plan,
      addons,
      subscription.currentPeriodEnd,
      subscription.cancelAtPeriodEnd,
      subscription.paymentMethod?.last4 ?? null,
      discountTexts(subscription.discounts),
      scheduledChangeKey(subscription.scheduled),
      subscription.renewalPence,
    ];
  });
  const savedSubscriptions = saved.subscriptions.map((row) => [
    row.id,
    row.status,
    row.priceId,
    planAndAddons(row.items).addons,
    row.currentPeriodEnd,
    row.cancelAtPeriodEnd,
    row.paymentMethodLast4,
    discountTexts(row.discounts),
    scheduledChangeKey(row.scheduled),
    row.renewalPence,
  ]);
  if (!areSame(subscriptions, savedSubscriptions)) drifts.push("subscriptions");
  const hasUncounted = snapshot.subscriptions.some(
    (subscription) => isOpen(subscription.status) && subscription.hasUncountedDiscount,
  );
  if (hasUncounted) drifts.push("discounts");
  const orders = snapshot.orders.map((order) => [
    order.id,
    order.status,
    order.amountPence,
    order.refundedPence,
  ]);
  const savedOrders = saved.orders.map((row) => [
    row.id,
    row.status,
    row.amountPence,
    row.refundedPence,
  ]);
  const disputes = snapshot.disputes.map(({ id, status }) => [id, status]);
  const savedDisputes = saved.disputes.map(({ id, status }) => [id, status]);
  if (!areSame([...orders, ...disputes], [...savedOrders, ...savedDisputes])) drifts.push("orders");
  const { email, isDeleted, balancePence } = snapshot.customer;
  const isOtherEmail =
    saved.email === ERASED_EMAIL
      ? !isDeleted && email !== null
      : email !== saved.email || (saved.accountEmail !== null && email !== saved.accountEmail);
  const isOtherBalance = balancePence !== saved.balancePence;
  if (isOtherEmail || isOtherBalance || isDeleted !== saved.isDeleted) drifts.push("customer");
  return drifts;
}

function discountTexts(discounts: readonly DiscountState[]): string[] {
  return discounts
    .map(({ id, couponId, percentOff, productIds, endsAt }) =>
      [id, couponId, percentOff, productIds, endsAt].join(" "),
    )
    .toSorted();
}

function areSame(one: readonly unknown[][], other: readonly unknown[][]): boolean {
  return sorted(one) === sorted(other);
}

function sorted(rows: readonly unknown[][]): string {
  return JSON.stringify(rows.map((row) => JSON.stringify(row)).toSorted());
}
