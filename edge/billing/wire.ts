import type {
  OfferPayments,
  Payments,
  SubscriptionDetails,
} from "#contracts/api/subscription-details.ts";
import type { UserOrder, UserSubscription } from "#contracts/api/subscription.ts";
import { discountsOn, isReduced } from "#contracts/billing/discounts.ts";
import { orderDispute } from "#contracts/billing/disputes.ts";
import { itemName } from "#contracts/billing/item-names.ts";
import { offerPayments } from "#contracts/billing/retention-offer.ts";
import { cataloguePriceIds } from "#contracts/billing/stripe-state.ts";
import {
  cadenceOf,
  collectionOf,
  isInvoiced,
  type Payment,
} from "#contracts/billing/upcoming-payments.ts";
import type { UserOrderRow } from "#db/billing/find-orders.ts";
import type { SubscriptionRow } from "#db/billing/find-subscriptions.ts";
import type { UserSubscriptionRow } from "#db/billing/find-user-subscription.ts";

export function toUserSubscription(row: SubscriptionRow): UserSubscription {
  return {
    subscription_id: row.id,
    price_id: row.priceId,
    plan_name: row.items[0] === undefined ? null : itemName(row.items[0]),
    subscription_status: row.status,
    current_period_end: toUnixSeconds(row.currentPeriodEnd),
    payment_method_brand: row.paymentMethodBrand,
    payment_method_last4: row.paymentMethodLast4,
    cancel_at_period_end: row.isEnding,
  };
}

export function toUserOrder(row: UserOrderRow): UserOrder {
  return {
    order_id: row.id,
    order_number: row.number,
    order_lines: [...row.lines],
    order_status: row.status,
    order_date: row.orderedAt,
    amount_total: row.amountPence,
    amount_collected: row.collectedPence,
    amount_refunded: row.refundedPence,
    credit_notes: row.creditNotes.map(({ id, number, amountPence: amount }) => ({
      id,
      number,
      amount,
    })),
    currency: row.currency,
    dispute: orderDispute(row.disputes),
  };
}

/** @param at ISO 8601; leaves out those that have ended by then */
export function toDiscounts(row: SubscriptionRow, at: string): SubscriptionDetails["discounts"] {
  const items = [...row.items, ...(row.scheduled?.items ?? [])];
  return discountsOn(row.discounts, at).map((discount) => ({
    coupon_id: discount.couponId,
    percent_off: discount.percentOff,
    amount_off_pence: discount.amountOffPence,
    price_ids:
      discount.productIds === null
        ? null
        : [...new Set(cataloguePriceIds(items.filter((item) => isReduced(item, discount))))],
    ends_at: toUnixSeconds(discount.endsAt),
  }));
}

export function toOfferPayments(subscription: UserSubscriptionRow): OfferPayments {
  return offerPayments(subscription).map(({ at, pence, regularPence }) => ({
    at: toUnixSeconds(at),
    pence,
    regular_pence: regularPence,
  }));
}

/** What the list of payments leaves open. */
export function toCollection(
  subscription: Parameters<typeof collectionOf>[0],
): Pick<
  SubscriptionDetails,
  "collection" | "paused_until" | "is_invoiced" | "currency" | "cadence"
> {
  return {
    collection: collectionOf(subscription),
    is_invoiced: isInvoiced(subscription),
    currency: subscription.currency,
    paused_until: toUnixSeconds(subscription.pause?.resumesAt ?? null),
    cadence: cadenceOf(subscription.items),
  };
}

export function toPayments(payments: readonly Payment[]): Payments {
  return payments.map(({ at, pence }) => ({ at: toUnixSeconds(at), pence }));
}

export function toUnixSeconds(iso: string): number;
export function toUnixSeconds(iso: string | null): number | null;
export function toUnixSeconds(iso: string | null): number | null {
  return iso === null ? null : Math.floor(Date.parse(iso) / 1_000);
}
