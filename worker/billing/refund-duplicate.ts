import type { Stripe } from "stripe";
import type { CustomerDeps } from "./billing-deps.ts";
import { refundSubscription } from "./refund-subscription.ts";

export type RefundDuplicate = { subscriptionId: string; keptSubscriptionId: string };

/** Checkout sessions expire sooner, so two subscriptions within a day are one purchase made twice. */
const SAME_PURCHASE_WINDOW_S = 24 * 3_600;

/**
 * Refunds payments since the second purchase; an older paid period runs to its end.
 *
 * @returns the id of the last refund
 */
export async function refundDuplicate(
  { stripe, sync }: Pick<CustomerDeps, "stripe" | "sync">,
  { subscriptionId, keptSubscriptionId }: RefundDuplicate,
): Promise<string | null> {
  const { refundId } = await refundSubscription(stripe, {
    subscriptionId,
    reason: "duplicate",
    key: "duplicate",
    since: await duplicateSince(stripe, { subscriptionId, keptSubscriptionId }),
  });
  await sync();
  return refundId;
}

/** @returns unix seconds; null if both were one purchase, or the kept one is older */
async function duplicateSince(
  stripe: Stripe,
  { subscriptionId, keptSubscriptionId }: RefundDuplicate,
): Promise<number | null> {
  const [duplicate, kept] = await Promise.all([
    stripe.subscriptions.retrieve(subscriptionId),
    stripe.subscriptions.retrieve(keptSubscriptionId),
  ]);
  return kept.created - duplicate.created > SAME_PURCHASE_WINDOW_S ? kept.created : null;
}
