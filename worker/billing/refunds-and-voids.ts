import type { Stripe } from "stripe";
import { isInvalidRequest, isResourceMissing } from "#db/stripe/errors.ts";
import { isRenewalDue } from "#db/stripe/subscription-state.ts";
import { PermanentError } from "../ports/company-answer.ts";

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

/** Returns an invoice that was paid or voided since it was read, too. */
export async function voidOpenInvoice(stripe: Stripe, invoiceId: string): Promise<Stripe.Invoice> {
  try {
    return await stripe.invoices.voidInvoice(invoiceId);
  } catch (error) {
    if (!isInvalidRequest(error)) throw error;
    const invoice = await stripe.invoices.retrieve(invoiceId);
    if (invoice.status === "open") throw error;
    return invoice;
  }
}

export type Refunded = {
  /** Stripe's id of the last refund. */
  refundId: string | null;
  /** Paid, disputed, and not refunded. */
  disputedPence: number;
};

// Stripe refuses to refund a payment that the customer has taken back through the bank.
const DISPUTED = new Set(["charge_disputed", "refund_disputed_payment", "charge_not_refundable"]);

export async function refundInvoice(
  stripe: Stripe,
  invoiceId: string,
  { reason, key }: { reason: "duplicate" | "requested_by_customer"; key: string },
): Promise<Refunded> {
  const refunded: Refunded = { refundId: null, disputedPence: 0 };
  const payments = stripe.invoicePayments.list({ invoice: invoiceId, status: "paid", limit: 100 });
  for await (const paid of payments) {
    const { payment_intent: intent } = paid.payment;
    if (typeof intent !== "string") continue;
    // Stripe keeps an error under the idempotency key, which would refuse the refund after the dispute as well.
    if (await isDisputed(stripe, intent)) {
      refunded.disputedPence += paid.amount_paid ?? 0;
      continue;
    }
    try {
      const { id } = await stripe.refunds.create(
        { payment_intent: intent, reason },
        { idempotencyKey: `${key}.${intent}` },
      );
      refunded.refundId = id;
    } catch (error) {
      if (!isInvalidRequest(error)) throw error;
      // The dispute came after the question.
      if (DISPUTED.has(error.code ?? "")) {
        refunded.disputedPence += paid.amount_paid ?? 0;
        continue;
      }
      // After Stripe has forgotten the idempotency key, this error shows that the refund exists.
      if (error.code !== "charge_already_refunded") throw error;
    }
    await requireFunds(stripe, intent);
  }
  return refunded;
}

/**
 * Stripe accepts a refund that our balance cannot pay, and sends it once the balance is larger. Reads the refunds again:
 * for a day Stripe repeats its first response under the idempotency key.
 */
async function requireFunds(stripe: Stripe, paymentIntent: string): Promise<void> {
  const { data } = await stripe.refunds.list({ payment_intent: paymentIntent, limit: 100 });
  const isWaiting = data.some(
    ({ status, pending_reason: reason }) => status === "pending" && reason === "insufficient_funds",
  );
  if (isWaiting) throw new PermanentError("Stripe: top up the balance for the refund, then replay");
}

/** `charge.disputed` cannot say it: it stays true after a dispute that we won. */
async function isDisputed(stripe: Stripe, paymentIntent: string): Promise<boolean> {
  const disputes = stripe.disputes.list({ payment_intent: paymentIntent, limit: 100 });
  for await (const dispute of disputes) {
    if (!dispute.is_charge_refundable) return true;
  }
  return false;
}
