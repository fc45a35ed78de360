import { Stripe } from "stripe";
import { isRenewalDue } from "#contracts/billing/stripe-state.ts";
import { isInvalidRequest } from "../adapters/payments.ts";

// Acts at the payment provider. Each may run twice: what is done is seen and left as it is.

/** The id of what the provider names, expanded or not. */
export function idOf(given: string | { readonly id: string }): string;
export function idOf(given: string | { readonly id: string } | null): string | null;
export function idOf(given: string | { readonly id: string } | null): string | null {
  return given === null || typeof given === "string" ? given : given.id;
}

// Longer than an answer takes whose asker is gone.
const KEY_SLOT_MS = 60_000;

/** A part of idempotency keys: Stripe remembers refusals and its own failures under a key, and must not repeat them to a later retry. */
export function keySlot(now: Date): number {
  return Math.floor(now.getTime() / KEY_SLOT_MS);
}

/** Ends a subscription at once. What has ended is not found by those who end it, and the library asks again when an answer was lost. */
export async function cancelImmediately(
  stripe: Stripe,
  subscriptionId: string,
  details: Pick<Stripe.SubscriptionCancelParams, "cancellation_details"> = {},
): Promise<void> {
  try {
    await stripe.subscriptions.cancel(subscriptionId, {
      ...details,
      invoice_now: false,
      prorate: false,
    });
  } catch (error) {
    if (!hasCode(error, "resource_missing")) throw error;
  }
}

/**
 * Finds what is still to be taken for the period of a subscription that runs.
 *
 * @returns pence; null where nothing is
 */
export async function findDueRenewalPence(
  stripe: Stripe,
  { id, items }: Pick<Stripe.Subscription, "id" | "items">,
): Promise<number | null> {
  const start = items.data[0]?.current_period_start ?? 0;
  for await (const invoice of stripe.invoices.list({ subscription: id, limit: 100 })) {
    if (isRenewalDue(invoice, start)) return invoice.amount_due;
  }
  return null;
}

/** Lets nobody be charged for an invoice that waits for its payment, unless that was faster. */
export async function stopCollection(
  stripe: Stripe,
  listed: Stripe.Invoice,
): Promise<Stripe.Invoice> {
  // A draft of a subscription's cannot be deleted: it stays one for ever.
  const invoice =
    listed.status === "draft" && listed.auto_advance === true
      ? await stripe.invoices.update(listed.id, { auto_advance: false })
      : listed;
  return invoice.status === "open" ? voidOpenInvoice(stripe, invoice.id) : invoice;
}

/** Lets nobody pay an open invoice any more, unless they were faster. */
async function voidOpenInvoice(stripe: Stripe, invoiceId: string): Promise<Stripe.Invoice> {
  try {
    return await stripe.invoices.voidInvoice(invoiceId);
  } catch (error) {
    if (!isInvalidRequest(error)) throw error;
    const invoice = await stripe.invoices.retrieve(invoiceId);
    if (invoice.status === "open") throw error;
    return invoice;
  }
}

/**
 * Gives back what is left of each payment of an invoice.
 *
 * @param how the reason, as the provider's books name it, and what the idempotency key of each refund begins with; the
 *   payment's id follows
 * @returns the provider's id of the last refund, or null where there was nothing left
 */
export async function refundInvoice(
  stripe: Stripe,
  invoiceId: string,
  { reason, key }: { reason: "duplicate" | "requested_by_customer"; key: string },
): Promise<string | null> {
  let refundId: string | null = null;
  for await (const paid of stripe.invoicePayments.list({ invoice: invoiceId, limit: 100 })) {
    const { payment_intent: intent } = paid.payment;
    if (paid.status !== "paid" || typeof intent !== "string") continue;
    try {
      const { id } = await stripe.refunds.create(
        { payment_intent: intent, reason },
        { idempotencyKey: `${key}.${intent}` },
      );
      refundId = id;
    } catch (error) {
      // What the provider's memory of our key does not hold any more, its books do.
      if (!hasCode(error, "charge_already_refunded")) throw error;
    }
  }
  return refundId;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === code;
}
