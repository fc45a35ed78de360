import type {
  CreditNoteState,
  DisputeState,
  LastPaidBy,
  OrderState,
} from "#contracts/billing/stripe-state.ts";
import type { OrderStatus } from "#contracts/billing/subscription-status.ts";
import {
  type StripeCharge,
  type StripeCreditNote,
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
  refundsOf: ReadonlyMap<string, readonly Refunded[]>,
  charges: readonly StripeCharge[],
  creditNotes: readonly StripeCreditNote[],
): OrderState[] {
  if (invoice.status === null || invoice.status === "draft") return [];
  const refunds = invoice.payments.data.flatMap(
    ({ payment }) => refundsOf.get(payment?.payment_intent ?? "") ?? [],
  );
  const refundedPence = refunds.reduce((sum, { pence }) => sum + pence, 0);
  return [
    {
      id: invoice.id,
      subscriptionId: invoice.parent?.subscription_details?.subscription ?? null,
      number: invoice.number,
      lines: invoice.lines.data.flatMap(({ description }) => description ?? []),
      invoiceUrl: invoice.hosted_invoice_url,
      status: orderStatus(invoice, refundedPence),
      amountPence: invoice.amount_due,
      collectedPence: invoice.payments.data
        .filter(({ status, payment }) => status === "paid" && payment?.payment_intent != null)
        .reduce((sum, { amount_paid: pence }) => sum + pence, 0),
      refundedPence,
      refunds,
      creditNotes: creditNotes.flatMap((note) => toCreditNote(note, invoice.id)),
      currency: invoice.currency,
      cardFingerprint: fingerprintOf(invoice, charges),
      orderedAt: invoice.status_transitions?.paid_at ?? toIsoTimestamp(invoice.created),
    },
  ];
}

function toCreditNote(note: StripeCreditNote, invoiceId: string): CreditNoteState[] {
  if (note.invoice !== invoiceId || note.status === "void") return [];
  return [
    {
      id: note.id,
      number: note.number ?? note.id,
      amountPence: note.total,
      url: note.pdf,
      refundIds: note.refunds.flatMap(({ refund }) => refund ?? []),
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

type Refunded = { readonly id: string | null; readonly pence: number };

/**
 * Lists the refunds that are on their way or arrived, the newest first. Stripe does not say whether `amount_refunded`
 * falls when one fails.
 *
 * @returns by PaymentIntent id; without an id where Stripe lists no refunds
 */
export function refundsByIntent(charges: readonly StripeCharge[]): Map<string, Refunded[]> {
  const refunded = new Map<string, Refunded[]>();
  for (const { payment_intent: intent, refunds, amount_refunded: total } of charges) {
    if (intent === null) continue;
    const listed = refunds?.data ?? null;
    const sent = (listed ?? []).filter(
      // Such a refund waits until our balance at Stripe is large enough.
      ({ status, pending_reason: reason }) =>
        REFUND_STATUSES.has(status ?? "") && reason !== "insufficient_funds",
    );
    refunded.set(intent, [
      ...(refunded.get(intent) ?? []),
      ...(listed === null && total > 0 ? [{ id: null, pence: total }] : []),
      ...sent.map(({ id, amount }) => ({ id, pence: amount })),
    ]);
  }
  return refunded;
}
