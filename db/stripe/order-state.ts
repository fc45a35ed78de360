import type { OrderState } from "#contracts/billing/stripe-state.ts";
import type { OrderStatus } from "#contracts/billing/subscription-status.ts";
import { type StripeCharge, type StripeInvoice, toIsoTimestamp } from "./response-shapes.ts";

const ORDER_STATUS = {
  open: "pending",
  paid: "completed",
  uncollectible: "uncollectible",
  void: "void",
} as const satisfies Record<string, OrderStatus>;

/** Leaves out drafts, which Stripe may still change or delete. */
export function toOrder(
  invoice: StripeInvoice,
  refunded: ReadonlyMap<string, number>,
): OrderState[] {
  if (invoice.status === null || invoice.status === "draft") return [];
  const refundedPence = invoice.payments.data.reduce(
    (sum, { payment }) => sum + (refunded.get(payment.payment_intent ?? "") ?? 0),
    0,
  );
  return [
    {
      id: invoice.id,
      subscriptionId: invoice.parent?.subscription_details?.subscription ?? null,
      status: orderStatus(invoice, refundedPence),
      amountPence: invoice.status === "paid" ? invoice.amount_paid : invoice.amount_due,
      refundedPence,
      currency: invoice.currency,
      orderedAt: invoice.status_transitions.paid_at ?? toIsoTimestamp(invoice.created),
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

/** @returns PaymentIntent id → refunded pence */
export function refundedByIntent(charges: readonly StripeCharge[]): Map<string, number> {
  const refunded = new Map<string, number>();
  for (const { payment_intent: intent, amount_refunded: pence } of charges) {
    if (intent !== null) refunded.set(intent, (refunded.get(intent) ?? 0) + pence);
  }
  return refunded;
}
