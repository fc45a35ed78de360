import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { UserSubscription } from "#contracts/api/subscription.ts";
import { isPaymentDue } from "#contracts/billing/subscription-status.ts";

type End = Pick<SubscriptionDetails, "ends_at" | "ends_at_once">;

/** Cancelled with a payment past due: ends immediately, since no paid period is left. */
export function isCancelledNow(details: End): boolean {
  return details.ends_at !== null && details.ends_at_once;
}

/** Judged by the row alone while the details load. */
export function isEndingWithoutPeriod(
  row: Pick<UserSubscription, "subscription_status" | "cancel_at_period_end">,
  details: End | null,
): boolean {
  if (details !== null) return isCancelledNow(details);
  return row.cancel_at_period_end && isPaymentDue(row.subscription_status);
}
