import type { UserSubscription } from "#contracts/api/subscription.ts";
import { planOf } from "#contracts/billing/plans.ts";
import { purchase } from "../tracking/events.ts";
import { type Reporting, reportOnce } from "../tracking/report-once.ts";

const REPORTED = "purchaseReported:";

export function reportPurchase(
  bought: { orderId: string | null; subscription: Pick<UserSubscription, "price_id"> },
  reporting: Reporting,
): void {
  const { orderId, subscription } = bought;
  const plan = planOf(subscription.price_id);
  if (orderId === null || plan === null) return;
  reportOnce(`${REPORTED}${orderId}`, purchase(plan, orderId), reporting);
}
