import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { SubscriptionDetailsRow } from "#db/billing/find-subscription-details.ts";
import { toUnixSeconds } from "./seconds.ts";

/** Discounts as the API's answers have them. */
export function toDiscounts(
  stored: SubscriptionDetailsRow["discounts"],
): SubscriptionDetails["discounts"] {
  return stored.map(({ couponId, percentOff, endsAt }) => ({
    coupon_id: couponId,
    percent_off: percentOff,
    ends_at: toUnixSeconds(endsAt),
  }));
}
