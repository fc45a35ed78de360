import type { UserOrder, UserSubscription } from "#contracts/api/subscription.ts";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
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
    order_status: row.status,
    order_date: row.orderedAt,
    amount_total: row.amountPence,
    amount_refunded: row.refundedPence,
  };
}

export function toDiscounts(
  discounts: SubscriptionRow["discounts"],
): SubscriptionDetails["discounts"] {
  return discounts.map(({ couponId, percentOff, endsAt }) => ({
    coupon_id: couponId,
    percent_off: percentOff,
    ends_at: toUnixSeconds(endsAt),
  }));
}
