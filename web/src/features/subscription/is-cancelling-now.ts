import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { UserSubscription } from "#contracts/api/subscription.ts";
import { cancelsImmediately } from "#contracts/billing/cancels-immediately.ts";

type End = Pick<SubscriptionDetails, "ends_at" | "ends_at_once">;

/** Whether it was cancelled while a payment was due: nothing is paid for that it could run on for. */
export function isCancelledNow(details: End): boolean {
  return details.ends_at !== null && details.ends_at_once;
}

/**
 * The same of the dashboard's row, as long as the details are not known: whoever owes a payment and has cancelled is on
 * their way out.
 */
export function isEndingWithoutPeriod(
  row: Pick<UserSubscription, "subscription_status" | "cancel_at_period_end">,
  details: End | null,
): boolean {
  if (details !== null) return isCancelledNow(details);
  const owes = cancelsImmediately({ status: row.subscription_status, renewalPence: null });
  return row.cancel_at_period_end && owes;
}
