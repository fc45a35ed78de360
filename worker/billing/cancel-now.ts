import type { Stripe } from "stripe";
import { cancelsImmediately } from "#contracts/billing/cancels-immediately.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import type { OpenRequest } from "#db/billing/find-open-request.ts";
import {
  cancelImmediately,
  findDueRenewalPence,
  refundInvoice,
  stopCollection,
} from "./refunds-and-voids.ts";
import { throwRetryable } from "./stripe-calls.ts";

/** True once the announced end has passed, or if a payment for the current period is outstanding. */
export async function isCancellationDue(
  stripe: Stripe,
  subscription: Pick<Stripe.Subscription, "id" | "status" | "items">,
  request: OpenRequest,
  now: Date,
): Promise<boolean> {
  const start = subscription.items.data[0]?.current_period_start ?? 0;
  const isPast =
    request.promisedEndAt === null
      ? Date.parse(request.requestedAt) <= start * 1_000
      : Date.parse(request.promisedEndAt) <= Math.max(now.getTime(), start * 1_000);
  return (
    isPast ||
    cancelsImmediately({
      status: subscription.status,
      renewalPence: await findDueRenewalPence(stripe, subscription),
    })
  );
}

/**
 * Cancels, voids open invoices and refunds payments since the announced end. Safe to repeat.
 *
 * @throws {Error} also when Stripe rejects a step after the cancellation
 */
export async function cancelNow(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  request: OpenRequest,
): Promise<void> {
  // Cancel before the refunds, so that no further payment is taken.
  if (isOpen(subscription.status)) {
    await cancelImmediately(stripe, subscription.id, cancellationDetails(request));
  }
  await throwRetryable("what came after the end", () =>
    refundUnused(stripe, subscription, request),
  );
}

export function cancellationDetails({
  reason,
  feedback,
}: OpenRequest): Pick<Stripe.SubscriptionUpdateParams, "cancellation_details"> {
  const details = {
    ...(reason === null ? {} : { feedback: reason }),
    ...(feedback === null ? {} : { comment: feedback }),
  };
  return Object.keys(details).length === 0 ? {} : { cancellation_details: details };
}

async function refundUnused(
  stripe: Stripe,
  { id: subscriptionId, items }: Stripe.Subscription,
  request: OpenRequest,
): Promise<void> {
  const since = Date.parse(request.promisedEndAt ?? request.requestedAt) / 1_000;
  const unusedFrom = Math.max(since, items.data[0]?.current_period_start ?? 0);
  const refund = { reason: "requested_by_customer", key: `end.${request.id}` } as const;
  for await (const listed of stripe.invoices.list({ subscription: subscriptionId, limit: 100 })) {
    const invoice = await stopCollection(stripe, listed);
    const paidAt = invoice.status_transitions.paid_at;
    if (invoice.status !== "paid" || invoice.amount_paid === 0 || paidAt === null) continue;
    // An earlier payment for an unused period goes back too, when no sync had seen it as the user asked.
    const isUnused =
      request.promisedEndAt !== null &&
      invoice.lines.data.some(({ period }) => period.end > unusedFrom);
    if (paidAt >= since || isUnused) await refundInvoice(stripe, invoice.id, refund);
  }
}
