import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { PendingPlanChange } from "../plan-change/pending-plan-change.ts";
import type { ReturnParams } from "./return-params.ts";

export type PlanChangeOutcome =
  | "done"
  | "booked"
  /** Payment pending, or not synced yet. */
  | "waiting"
  | "declined"
  | "unchanged";

/** @param kept the change confirmed in this tab, or null */
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
