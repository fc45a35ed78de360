import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { UserSubscription } from "#contracts/api/subscription.ts";
import { isPaymentDue } from "#contracts/billing/subscription-status.ts";

type End = Pick<SubscriptionDetails, "ends_at" | "ends_at_once">;

/** The server decides it: `contracts/billing/cancels-immediately.ts`. */
export function endsImmediately(details: End): boolean {
  return details.ends_at !== null && details.ends_at_once;
}

/** It is guessed from the row while the details load: its status does not say what the due payment is for. */
export function rowEndsImmediately(
  row: Pick<UserSubscription, "subscription_status" | "cancel_at_period_end">,
  details: End | null,
): boolean {
  if (details !== null) return endsImmediately(details);
  return row.cancel_at_period_end && isPaymentDue(row.subscription_status);
}
