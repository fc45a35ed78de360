import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { PendingPlanChange } from "./saved-plan-change.ts";
import type { ReturnParams } from "./return-params.ts";

/** What has become of a change. */
export type PlanChangeOutcome =
  | "done"
  /** It waits for the period's end. */
  | "booked"
  /** It waits for a payment, or we have not heard of it yet. */
  | "waiting"
  /** The bank did not let it be paid for. */
  | "declined"
  | "unchanged";

/**
 * Judges what has become of a change by the subscription as it is.
 *
 * @param kept what was confirmed in this tab; null for whoever comes from elsewhere
 */
export function planChangeOutcome(
  details: Pick<SubscriptionDetails, "subscription_id" | "items" | "scheduled" | "awaiting">,
  { change, bankAnswer }: Pick<ReturnParams, "change" | "bankAnswer">,
  kept: PendingPlanChange | null,
): PlanChangeOutcome {
  const own = kept?.subscriptionId === details.subscription_id ? kept : null;
  if (change === "downgrade") {
    if (details.scheduled !== null) return "booked";
    if (own === null) return "unchanged";
    return hasItems(details, own.to) ? "done" : "waiting";
  }
  if (own !== null && hasItems(details, own.to)) return "done";
  if (bankAnswer === "no") return "declined";
  if (details.awaiting !== null) return "waiting";
  if (own === null) return "done";
  return own.isApplied || bankAnswer === "yes" ? "waiting" : "unchanged";
}

function hasItems(
  { items }: Pick<SubscriptionDetails, "items">,
  priceIds: readonly string[],
): boolean {
  const had = new Set(items.map((item) => item.price_id));
  return had.size === priceIds.length && priceIds.every((priceId) => had.has(priceId));
}
