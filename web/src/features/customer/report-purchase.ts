import { planOf } from "#contracts/billing/plan-change.ts";
import type { UserSubscription } from "#contracts/api/subscription.ts";
import type { PixelEvent } from "../tracking/events.ts";
import { purchase } from "../tracking/events.ts";

const REPORTED = "purchaseReported:";

/** Null when the browser forbids storage. */
type Store = Pick<Storage, "getItem" | "setItem"> | null;

/**
 * Reports a purchase to the advertiser, once for each order in this browser. The order names the event as well, so that
 * the advertiser counts it once where the browser forgets.
 *
 * @param mayReport whether the visitor has consented; without it nothing is kept either
 */
export function reportPurchase(
  bought: { orderId: string | null; subscription: Pick<UserSubscription, "price_id"> },
  deps: { storage: Store; mayReport: () => boolean; track: (event: PixelEvent) => void },
): void {
  const { orderId, subscription } = bought;
  const plan = planOf(subscription.price_id);
  if (orderId === null || plan === null || !deps.mayReport()) return;
  const key = REPORTED + orderId;
  if (deps.storage?.getItem(key) != null) return;
  deps.storage?.setItem(key, "1");
  deps.track(purchase(plan, orderId));
}
