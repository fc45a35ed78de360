import type { Stripe } from "stripe";
import { cancelsImmediately } from "#contracts/billing/cancels-immediately.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import type { OpenRequests } from "#db/billing/list-subscription-requests.ts";
import { isInvalidRequest } from "../adapters/payments.ts";
import {
  cancelImmediately,
  findDueRenewalPence,
  refundInvoice,
  stopCollection,
} from "./refunds-and-voids.ts";

/** An end that the owner of a subscription asked for. */
type CancellationToApply = NonNullable<OpenRequests["end"]>;

/**
 * Whether the end that somebody was told of is there already: the provider hears of it after that moment, or they owe a
 * payment, and nothing is paid for that it could run on for.
 */
export async function isCancellationDue(
  stripe: Stripe,
  subscription: Pick<Stripe.Subscription, "id" | "status" | "items">,
  end: CancellationToApply,
  now: Date,
): Promise<boolean> {
  // The provider's renewal counts as well as our clock: it is what the end was asked for before.
  const start = subscription.items.data[0]?.current_period_start ?? 0;
  const isPast =
    end.promised_end_at === null
      ? Date.parse(end.requested_at) <= start * 1_000
      : Date.parse(end.promised_end_at) <= Math.max(now.getTime(), start * 1_000);
  return (
    isPast ||
    cancelsImmediately({
      status: subscription.status,
      renewalPence: await findDueRenewalPence(stripe, subscription),
    })
  );
}

/**
 * Ends a subscription at once and takes nothing for the time after the end that its owner was told of: what waits for a
 * payment is taken back, and what was paid since goes back. May run twice, also where it broke off: what is done is seen and
 * left as it is.
 *
 * @throws {Error} also where the provider refuses what comes after the end: the end itself was not refused
 */
export async function cancelNow(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  end: CancellationToApply,
): Promise<void> {
  // Before the money, so that no other payment comes in between.
  if (isOpen(subscription.status))
    await cancelImmediately(stripe, subscription.id, cancellationDetails(end));
  await throwRetryable("what came after the end", () => refundUnused(stripe, subscription, end));
}

/** What the provider keeps of why somebody leaves. */
export function cancellationDetails({
  reason,
  feedback,
}: CancellationToApply): Pick<Stripe.SubscriptionUpdateParams, "cancellation_details"> {
  const details = {
    ...(reason === null ? {} : { feedback: reason }),
    ...(feedback === null ? {} : { comment: feedback }),
  };
  return Object.keys(details).length === 0 ? {} : { cancellation_details: details };
}

/** Makes what the provider refuses an error that is tried again, for what belongs to something that it has not refused. */
export async function throwRetryable(what: string, call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!isInvalidRequest(error)) throw error;
    throw new Error(`Stripe: ${error.code ?? error.type}, for ${what}`, { cause: error });
  }
}

async function refundUnused(
  stripe: Stripe,
  { id: subscriptionId, items }: Stripe.Subscription,
  end: CancellationToApply,
): Promise<void> {
  const since = Date.parse(end.promised_end_at ?? end.requested_at) / 1_000;
  const begun = Math.max(since, items.data[0]?.current_period_start ?? 0);
  const how = { reason: "requested_by_customer", key: `end.${end.id}` } as const;
  for await (const listed of stripe.invoices.list({ subscription: subscriptionId, limit: 100 })) {
    const invoice = await stopCollection(stripe, listed);
    const paidAt = invoice.status_transitions.paid_at;
    if (invoice.status !== "paid" || invoice.amount_paid === 0 || paidAt === null) continue;
    // Also what was paid before for a period that they do not have: nobody here knew of it yet who said that nothing is paid.
    const isUnused = end.promised_end_at !== null && coversTimeAfter(invoice, begun);
    if (paidAt >= since || isUnused) await refundInvoice(stripe, invoice.id, how);
  }
}

/** Whether something on an invoice is for time after a moment, seconds since the epoch. */
function coversTimeAfter({ lines }: Stripe.Invoice, moment: number): boolean {
  return lines.data.some(({ period }) => period.end > moment);
}
