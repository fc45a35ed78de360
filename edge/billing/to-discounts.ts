import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { KeptDetails } from "#db/billing/read-details.ts";
import { seconds } from "./seconds.ts";

/** Discounts as the API's answers have them. */
export function toDiscounts(stored: KeptDetails["discounts"]): SubscriptionDetails["discounts"] {
  return stored.map(({ couponId, percentOff, endsAt }) => ({
    coupon_id: couponId,
    percent_off: percentOff,
    ends_at: seconds(endsAt),
  }));
}
