import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { sessionStorageOrNull } from "../../../lib/browser-storage.ts";
import { fetchDetails } from "../../subscription/api/fetch-details.ts";
import { fetchOrders, fetchSubscription } from "../../subscription/api/fetch-rows.ts";
import { planChangeOutcome } from "../plan-change-outcome.ts";
import { pendingPlanChange } from "../../plan-change/pending-plan-change.ts";
import { hasSubscription, subscriptionStatusOf } from "../../subscription/subscription-status.ts";
import type { ReturnParams } from "../return-params.ts";
import type { PurchaseStatus, PurchaseSums } from "../poll-purchase.ts";

export async function fetchChangedSubscription(
  returnParams: ReturnParams,
): Promise<PurchaseStatus> {
  const [subscription, details] = await Promise.all([fetchSubscription(), fetchDetails()]);
  if (subscription === null || !hasSubscription(subscriptionStatusOf(subscription)))
    return { is: "pending" };
  const found = {
    is: "found",
    subscription,
    orderId: null,
    isYours: true,
    sums: details === null ? null : sumsOf(details),
    changed: null,
  } as const;
  if (details === null || returnParams.change === null) return found;
  const kept = pendingPlanChange.read(sessionStorageOrNull());
  const outcome = planChangeOutcome(details, returnParams, kept);
  if (outcome === "waiting") return { is: "pending" };
  if (outcome === "declined" || outcome === "unchanged") return { is: outcome };
  const direction = kept?.direction ?? returnParams.change;
  // Only a paid upgrade of this tab counts as a purchase; its order is the newest.
  const isBought = outcome === "done" && direction === "upgrade" && (kept?.paidPence ?? 0) > 0;
  const [order] = isBought ? await fetchOrders() : [];
  return { ...found, orderId: order?.order_id ?? null, changed: { details, direction } };
}

function sumsOf({ items, price_id: plan, ...details }: SubscriptionDetails): PurchaseSums {
  return {
    addonPriceIds: items.flatMap(({ price_id: name }) =>
      name === null || name === plan ? [] : [name],
    ),
    paidPence: null,
    monthlyPence: details.monthly_pence,
    discounts: details.discounts,
  };
}
