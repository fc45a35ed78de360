import type { Stripe } from "stripe";
import { idOf } from "#db/stripe/id-of.ts";
import {
  cancelImmediately,
  findDueRenewalPence,
  type Refunded,
  refundInvoice,
  stopCollection,
} from "./refunds-and-voids.ts";
import { releaseSchedule } from "./release-schedule.ts";

type RefundSubscription = {
  subscriptionId: string;
  reason: "duplicate" | "requested_by_customer";
  key: string;
  /** Unix seconds: only later invoices are refunded, and an earlier paid period runs out. Null: all. */
  since: number | null;
};

/**
 * Cancels, voids open invoices and refunds the rest of each payment that is not disputed. Safe to
 * repeat.
 */
export async function refundSubscription(
  stripe: Stripe,
  input: RefundSubscription,
): Promise<Refunded> {
  const { subscriptionId, since } = input;
  // Cancel before the refunds, so that no further payment is taken.
  const subscription = await stripe.subscriptions.retrieve(subscriptionId);
  const isKept = since !== null && (await isPeriodPaidBefore(stripe, subscription, since));
  if (isKept) await scheduleCancellation(stripe, subscription);
  else if (subscription.status !== "canceled") await cancelImmediately(stripe, subscriptionId);
  const total: Refunded = { refundId: null, disputedPence: 0 };
  for await (const listed of stripe.invoices.list({ subscription: subscriptionId, limit: 100 })) {
    const invoice = await stopCollection(stripe, listed);
    const isRefundable = since === null || invoice.created >= since;
    if (isRefundable && invoice.status === "paid" && invoice.amount_paid > 0) {
      const { refundId, disputedPence } = await refundInvoice(stripe, invoice.id, input);
      total.refundId = refundId ?? total.refundId;
      total.disputedPence += disputedPence;
    }
  }
  return total;
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
  await releaseSchedule(stripe, idOf(schedule));
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
}
