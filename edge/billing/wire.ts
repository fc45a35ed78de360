import type { UserOrder, UserSubscription } from "#contracts/api/subscription.ts";
import type {
  OfferPayments,
  Payments,
  SubscriptionDetails,
} from "#contracts/api/subscription-details.ts";
import { offerPayments } from "#contracts/billing/retention-offer.ts";
import type { Payment } from "#contracts/billing/upcoming-payments.ts";
import type { UserSubscriptionRow } from "#db/billing/find-subscription.ts";
import { orderDispute } from "#contracts/billing/disputes.ts";
import type { UserOrderRow } from "#db/billing/list-user-orders.ts";
import type { SubscriptionRow } from "#db/billing/subscription.ts";
import { toUnixSeconds } from "./to-unix-seconds.ts";

export function toUserSubscription(row: SubscriptionRow): UserSubscription {
  return {
    subscription_id: row.id,
    price_id: row.priceId,
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
    amount_refunded: row.refundedPence,
    currency: row.currency,
    dispute: orderDispute(row.disputes),
  };
}

export function toDiscounts(
  discounts: SubscriptionRow["discounts"],
): SubscriptionDetails["discounts"] {
  return discounts.map(({ couponId, percentOff, amountOffPence, endsAt }) => ({
    coupon_id: couponId,
    percent_off: percentOff,
    amount_off_pence: amountOffPence,
    ends_at: toUnixSeconds(endsAt),
  }));
}

export function toOfferPayments(subscription: UserSubscriptionRow): OfferPayments {
  return offerPayments(subscription).map(({ at, pence, regularPence }) => ({
    at: toUnixSeconds(at),
    pence,
    regular_pence: regularPence,
  }));
}

export function toPayments(payments: readonly Payment[]): Payments {
  return payments.map(({ at, pence }) => ({ at: toUnixSeconds(at), pence }));
}
