import type { DisputeState, LastPaidBy, OrderState } from "#contracts/billing/stripe-state.ts";
import type { OrderStatus } from "#contracts/billing/subscription-status.ts";
import {
  type StripeCharge,
  type StripeDispute,
  type StripeInvoice,
  toIsoTimestamp,
} from "./response-shapes.ts";

const ORDER_STATUS = {
  open: "pending",
  paid: "completed",
  uncollectible: "uncollectible",
  void: "void",
  unknown: "unknown",
} as const satisfies Record<string, OrderStatus>;

/** Leaves out drafts, which Stripe may still change or delete. */
export function toOrder(
  invoice: StripeInvoice,
  refunded: ReadonlyMap<string, number>,
  charges: readonly StripeCharge[],
): OrderState[] {
  if (invoice.status === null || invoice.status === "draft") return [];
  const refundedPence = invoice.payments.data.reduce(
    (sum, { payment }) => sum + (refunded.get(payment?.payment_intent ?? "") ?? 0),
    0,
  );
  return [
    {
      id: invoice.id,
      subscriptionId: invoice.parent?.subscription_details?.subscription ?? null,
      number: invoice.number,
      lines: invoice.lines.data.flatMap(({ description }) => description ?? []),
      invoiceUrl: invoice.hosted_invoice_url,
      status: orderStatus(invoice, refundedPence),
      amountPence: invoice.status === "paid" ? invoice.amount_paid : invoice.amount_due,
      refundedPence,
      currency: invoice.currency,
      cardFingerprint: fingerprintOf(invoice, charges),
      orderedAt: invoice.status_transitions?.paid_at ?? toIsoTimestamp(invoice.created),
    },
  ];
}

function orderStatus(
  { status, amount_paid: paid }: StripeInvoice,
  refundedPence: number,
): OrderStatus {
  if (status === null || status === "draft") throw new Error("Bug: a draft is not an order yet");
  if (status !== "paid" || refundedPence === 0) return ORDER_STATUS[status];
  return refundedPence < paid ? "partially_refunded" : "refunded";
}

function fingerprintOf(invoice: StripeInvoice, charges: readonly StripeCharge[]): string | null {
  const paid = charges.find(
    (charge) => charge.status === "succeeded" && isPaidBy(invoice, charge.payment_intent),
  );
  return paid?.payment_method_details?.card?.fingerprint ?? null;
}

/** @param charges the newest first */
export function lastPaidBy(
  charges: readonly StripeCharge[],
  invoices: readonly StripeInvoice[],
): LastPaidBy | null {
  const paid = charges.find(({ status }) => status === "succeeded");
  if (paid === undefined || paid.payment_method === null) return null;
  const { payment_method: id, payment_intent: intent } = paid;
  return {
    id,
    isSecondTry: charges.some(
      (charge) =>
        charge.status === "failed" &&
        charge.payment_intent === intent &&
        charge.payment_method !== id,
    ),
    invoicedS: invoices.find((invoice) => isPaidBy(invoice, intent))?.created ?? null,
  };
}

function isPaidBy({ payments }: StripeInvoice, intent: string | null): boolean {
  return intent !== null && payments.data.some(({ payment }) => payment?.payment_intent === intent);
}

export function toDispute(
  dispute: StripeDispute,
  invoices: readonly StripeInvoice[],
): DisputeState {
  return {
    id: dispute.id,
    orderId: invoices.find((invoice) => isPaidBy(invoice, dispute.payment_intent))?.id ?? null,
    status: dispute.status,
    reason: dispute.reason,
    amountPence: dispute.amount,
    currency: dispute.currency,
    dueBy: dispute.evidence_details?.due_by ?? null,
    isRefundable: dispute.is_charge_refundable,
    openedAt: dispute.created,
  };
}

const REFUND_STATUSES = new Set(["pending", "requires_action", "succeeded"]);

/**
 * Adds up the refunds: Stripe does not say whether `amount_refunded` falls when one fails.
 *
 * @returns PaymentIntent id → refunded pence
 */
export function refundedByIntent(charges: readonly StripeCharge[]): Map<string, number> {
  const refunded = new Map<string, number>();
  for (const { payment_intent: intent, refunds, amount_refunded: total } of charges) {
    if (intent === null) continue;
    const listed = refunds?.data ?? null;
    if (listed === null) refunded.set(intent, (refunded.get(intent) ?? 0) + total);
    for (const { amount, status, pending_reason: reason } of listed ?? []) {
      // Not on its way: it waits until our balance at Stripe is large enough.
      if (!REFUND_STATUSES.has(status ?? "") || reason === "insufficient_funds") continue;
      refunded.set(intent, (refunded.get(intent) ?? 0) + amount);
    }
  }
  return refunded;
}
