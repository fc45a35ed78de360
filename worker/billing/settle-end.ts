import { Stripe } from "stripe";
import { endsAtOnce } from "#contracts/billing/retention.ts";
import { isLiving } from "#contracts/billing/statuses.ts";
import type { Wanted } from "#db/billing/load-wanted.ts";
import { cancelAtOnce, closeInvoice, refundInvoice } from "./provider-acts.ts";

/** An end that the owner of a subscription asked for. */
type End = NonNullable<Wanted["end"]>;

/**
 * Whether the end that somebody was told of is there already: the provider hears of it after that moment, or they owe a
 * payment, and nothing is paid for that it could run on for.
 */
export function isEndDue(
  { status, items }: Pick<Stripe.Subscription, "status" | "items">,
  end: End,
  now: Date,
): boolean {
  if (endsAtOnce(status)) return true;
  // The provider's renewal counts as well as our clock: it is what the end was asked for before.
  const startMs = (items.data[0]?.current_period_start ?? 0) * 1_000;
  if (end.told_end === null) return Date.parse(end.asked_at) <= startMs;
  return Date.parse(end.told_end) <= Math.max(now.getTime(), startMs);
}

/**
 * Ends a subscription at once and takes nothing for the time after the end that its owner was told of: what waits for a
 * payment is taken back, and what was paid since goes back. May run twice, also where it broke off: what is done is seen and
 * left as it is.
 *
 * @throws {Error} also where the provider refuses what comes after the end: the end itself was not refused
 */
export async function endNow(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  end: End,
): Promise<void> {
  // Before the money, so that no other payment comes in between.
  if (isLiving(subscription.status)) await cancelAtOnce(stripe, subscription.id, detailsOf(end));
  await orThrow("what came after the end", () => takeBack(stripe, subscription.id, end));
}

/** What the provider keeps of why somebody leaves. */
export function detailsOf({
  reason,
  feedback,
}: End): Pick<Stripe.SubscriptionUpdateParams, "cancellation_details"> {
  const details = {
    ...(reason === null ? {} : { feedback: reason }),
    ...(feedback === null ? {} : { comment: feedback }),
  };
  return Object.keys(details).length === 0 ? {} : { cancellation_details: details };
}

/** Makes what the provider refuses an error that is tried again, for what belongs to something that it has not refused. */
export async function orThrow(what: string, call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    throw new Error(`Stripe: ${error.code ?? error.type}, for ${what}`, { cause: error });
  }
}

async function takeBack(stripe: Stripe, subscriptionId: string, end: End): Promise<void> {
  const sinceMs = Date.parse(end.told_end ?? end.asked_at);
  const how = { reason: "requested_by_customer", key: `end.${end.id}` } as const;
  for await (const listed of stripe.invoices.list({ subscription: subscriptionId, limit: 100 })) {
    const invoice = await stop(stripe, listed);
    const paidAt = invoice.status_transitions.paid_at;
    if (invoice.status !== "paid" || invoice.amount_paid === 0) continue;
    if (paidAt !== null && paidAt * 1_000 >= sinceMs) await refundInvoice(stripe, invoice.id, how);
  }
}

/** Lets nobody be charged for what waits, unless that was faster. */
async function stop(stripe: Stripe, listed: Stripe.Invoice): Promise<Stripe.Invoice> {
  // A draft of a subscription's cannot be deleted: it stays one for ever.
  const invoice =
    listed.status === "draft" && listed.auto_advance === true
      ? await stripe.invoices.update(listed.id, { auto_advance: false })
      : listed;
  return invoice.status === "open" ? closeInvoice(stripe, invoice.id) : invoice;
}
