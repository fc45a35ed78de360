import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { PendingPlanChange } from "../plan-change/pending-plan-change.ts";
import type { ReturnParams } from "./return-params.ts";

type PlanChangeOutcome =
  | "applied"
  | "scheduled"
  /** Payment pending, or not synced yet. */
  | "waiting"
  | "declined"
  | "unchanged";

export function planChangeOutcome(
  details: Pick<SubscriptionDetails, "subscription_id" | "items" | "scheduled" | "awaiting">,
  { change, redirectStatus }: Pick<ReturnParams, "change" | "redirectStatus">,
  confirmed: PendingPlanChange | null,
): PlanChangeOutcome {
  const pending = confirmed?.subscriptionId === details.subscription_id ? confirmed : null;
  if (change === "downgrade") {
    if (details.scheduled !== null) return "scheduled";
    if (pending === null) return "unchanged";
    return hasItems(details, pending.to) ? "applied" : "waiting";
  }
  if (pending !== null && hasItems(details, pending.to)) return "applied";
  if (redirectStatus === "failed") return "declined";
  if (details.awaiting !== null) return "waiting";
  if (pending === null) return "applied";
  return pending.isApplied || redirectStatus === "succeeded" ? "waiting" : "unchanged";
}

function hasItems(
  { items }: Pick<SubscriptionDetails, "items">,
  priceIds: readonly string[],
): boolean {
  const current = new Set(items.flatMap((item) => item.price_id ?? []));
  return current.size === priceIds.length && priceIds.every((priceId) => current.has(priceId));
}
