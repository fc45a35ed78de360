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
  reason: "duplicate" | "requested_by_customer";
  key: string;
  /** Unix seconds: only later invoices are refunded, and an earlier paid period runs out. Null: all. */
  since: number | null;
};

/**
 * Cancels, voids open invoices and refunds the rest of each payment. Safe to repeat.
 *
 * @returns Stripe's id of the last refund
 */
export async function refundSubscription(
  stripe: Stripe,
  input: RefundSubscription,
): Promise<string | null> {
  const { subscriptionId, since } = input;
  // Cancel before the refunds, so that no further payment is taken.
  const subscription = await stripe.subscriptions.retrieve(subscriptionId);
  const isKept = since !== null && (await isPeriodPaidBefore(stripe, subscription, since));
  if (isKept) await scheduleCancellation(stripe, subscription);
  else if (subscription.status !== "canceled") await cancelImmediately(stripe, subscriptionId);
  let refundId: string | null = null;
  for await (const listed of stripe.invoices.list({ subscription: subscriptionId, limit: 100 })) {
    const invoice = await stopCollection(stripe, listed);
    const isRefundable = since === null || invoice.created >= since;
    if (isRefundable && invoice.status === "paid" && invoice.amount_paid > 0) {
      refundId = (await refundInvoice(stripe, invoice.id, input)) ?? refundId;
    }
  }
  return refundId;
}

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

async function scheduleCancellation(
  stripe: Stripe,
  { id, schedule, cancel_at_period_end: isScheduled }: Stripe.Subscription,
): Promise<void> {
  if (isScheduled) return;
  // Stripe cannot change the end of a subscription under a schedule.
  if (schedule !== null) {
    await stripe.subscriptionSchedules.release(idOf(schedule));
  }
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
}
