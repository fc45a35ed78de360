import type { Stripe } from "stripe";
import { isInvalidRequest, isResourceMissing } from "#db/stripe/errors.ts";
import { isRenewalDue } from "#db/stripe/subscription-state.ts";

export function idOf(given: string | { readonly id: string }): string;
export function idOf(given: string | { readonly id: string } | null): string | null;
export function idOf(given: string | { readonly id: string } | null): string | null {
  return given === null || typeof given === "string" ? given : given.id;
}

// Longer than a request waits for its response.
const KEY_SLOT_MS = 60_000;

/** For idempotency keys: Stripe keeps errors under a key, so a later retry needs a new one. */
export function keySlot(now: Date): number {
  return Math.floor(now.getTime() / KEY_SLOT_MS);
}

/** `resource_missing` is success: stripe-node retried after a lost response. */
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
    if (!isResourceMissing(error)) throw error;
  }
}

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

export async function stopCollection(
  stripe: Stripe,
  listed: Stripe.Invoice,
): Promise<Stripe.Invoice> {
  // Stripe does not delete a subscription's draft.
  const invoice =
    listed.status === "draft" && listed.auto_advance === true
      ? await stripe.invoices.update(listed.id, { auto_advance: false })
      : listed;
  return invoice.status === "open" ? voidOpenInvoice(stripe, invoice.id) : invoice;
}

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

/** @returns Stripe's id of the last refund */
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
      // After Stripe has forgotten the idempotency key, this error shows that the refund exists.
      if (!isInvalidRequest(error) || error.code !== "charge_already_refunded") throw error;
    }
  }
  return refundId;
}
