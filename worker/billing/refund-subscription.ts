import type { Stripe } from "stripe";
import { newEvent } from "#contracts/events/new-event.ts";
import type { RefundRequestFacts } from "#contracts/events/refunds.ts";
import { BILLING_ACTOR } from "#db/billing/billing-actor.ts";
import { completeRefundRequest } from "#db/billing/change-refund-requests.ts";
import { idOf } from "#db/stripe/id-of.ts";
import type { CustomerDeps } from "./billing-deps.ts";
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
async function refundSubscription(stripe: Stripe, input: RefundSubscription): Promise<Refunded> {
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

export type RefundUnderGuarantee = {
  /** The approval's event: a later approval needs a new idempotency key. */
  eventId: string;
  correlationId: string;
  request: RefundRequestFacts;
};

/** Refunds and cancels the subscription, and publishes what a dispute keeps from being refunded. */
export async function refundUnderGuarantee(
  deps: CustomerDeps,
  { eventId, correlationId, request }: RefundUnderGuarantee,
): Promise<Refunded> {
  const refunded = await refundSubscription(deps.stripe, {
    subscriptionId: request.subscriptionId,
    reason: "requested_by_customer",
    key: eventId,
    since: null,
  });
  const { disputedPence } = refunded;
  await deps.sync();
  await completeRefundRequest(deps.db, {
    id: request.refundRequestId,
    at: deps.now().toISOString(),
    disputed:
      disputedPence === 0
        ? null
        : newEvent({ ...deps, correlationId }, "RefundDisputed", BILLING_ACTOR, {
            ...request,
            amountPence: disputedPence,
          }),
  });
  return refunded;
}
