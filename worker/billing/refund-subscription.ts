import type { Stripe } from "stripe";
import {
  cancelImmediately,
  findDueRenewalPence,
  idOf,
  refundInvoice,
  stopCollection,
} from "./refunds-and-voids.ts";

export type RefundSubscription = {
  subscriptionId: string;
  /** As the provider's books name it. */
  reason: "duplicate" | "requested_by_customer";
  /** What the idempotency key of each refund begins with; the payment's id follows. */
  key: string;
  /** What was paid for before this moment is not given back, and had to its end; null for all, at once. Unix seconds. */
  since: number | null;
};

/**
 * Ends a subscription and gives the money back that is left of what was paid for it. What is still owed is owed no more.
 * May run twice, also where it broke off: what is done is seen and left as it is.
 *
 * @returns the provider's id of the last refund, or null where there was nothing to give back
 */
export async function refundSubscription(
  stripe: Stripe,
  what: RefundSubscription,
): Promise<string | null> {
  const { subscriptionId, since } = what;
  // Before the money, so that no other payment comes in between.
  const subscription = await stripe.subscriptions.retrieve(subscriptionId);
  const isKept = since !== null && (await isPeriodPaidBefore(stripe, subscription, since));
  if (isKept) await scheduleCancellation(stripe, subscription);
  else if (subscription.status !== "canceled") await cancelImmediately(stripe, subscriptionId);
  let refundId: string | null = null;
  for await (const listed of stripe.invoices.list({ subscription: subscriptionId, limit: 100 })) {
    const invoice = await stopCollection(stripe, listed);
    const isMeant = since === null || invoice.created >= since;
    if (isMeant && invoice.status === "paid" && invoice.amount_paid > 0) {
      refundId = (await refundInvoice(stripe, invoice.id, what)) ?? refundId;
    }
  }
  return refundId;
}

/** Whether the running period is paid for with money that is not given back. */
async function isPeriodPaidBefore(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  since: number,
): Promise<boolean> {
  const { status, items } = subscription;
  const isRunning = status === "active" || status === "trialing";
  if (!isRunning || items.data.some((item) => item.current_period_start >= since)) return false;
  return (await findDueRenewalPence(stripe, subscription)) === null;
}

/** Lets the running period be the last. */
async function scheduleCancellation(
  stripe: Stripe,
  { id, schedule, cancel_at_period_end: isLast }: Stripe.Subscription,
): Promise<void> {
  if (isLast) return;
  // Under a schedule the end cannot be changed; what it led to goes with the end.
  if (schedule !== null) {
    await stripe.subscriptionSchedules.release(idOf(schedule));
  }
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
}
