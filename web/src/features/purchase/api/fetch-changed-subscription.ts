import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { sessionStorageOrNull } from "../../../lib/browser-storage.ts";
import { pendingPlanChange } from "../../plan-change/pending-plan-change.ts";
import { fetchDetails } from "../../subscription/api/fetch-details.ts";
import { fetchOrders, fetchSubscription } from "../../subscription/api/subscription-rows.ts";
import { hasEverSubscribed, statusViewOf } from "../../subscription/subscription-status.ts";
import { planChangeOutcome } from "../plan-change-outcome.ts";
import type { PurchaseStatus, PurchaseSums } from "../poll-purchase.ts";
import type { ReturnParams } from "../return-params.ts";

export async function fetchChangedSubscription(
  returnParams: ReturnParams,
): Promise<PurchaseStatus> {
  const [subscription, details] = await Promise.all([fetchSubscription(), fetchDetails()]);
  if (subscription === null || !hasEverSubscribed(statusViewOf(subscription)))
    return { state: "pending" };
  const found = {
    state: "found",
    subscription,
    orderId: null,
    isYours: true,
    isUnclaimed: false,
    isReturning: false,
    sums: details === null ? null : sumsOf(details),
    changed: null,
  } as const;
  if (details === null || returnParams.change === null) return found;
  const pending = pendingPlanChange.read(sessionStorageOrNull());
  const outcome = planChangeOutcome(details, returnParams, pending);
  if (outcome === "waiting") return { state: "pending" };
  if (outcome === "declined" || outcome === "unchanged") return { state: outcome };
  const direction = pending?.direction ?? returnParams.change;
  // Only a paid upgrade of this tab counts as a purchase; its order is the newest.
  const isPurchase =
    outcome === "applied" && direction === "upgrade" && (pending?.paidPence ?? 0) > 0;
  const [order] = isPurchase ? await fetchOrders() : [];
  return { ...found, orderId: order?.order_id ?? null, changed: { details, direction } };
}

function sumsOf({ items: [, ...addons], payments }: SubscriptionDetails): PurchaseSums {
  return { addonNames: addons.map(({ name }) => name).join(", "), paidPence: null, payments };
}
