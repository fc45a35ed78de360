import { find, update } from "../find.ts";
import { ApiError } from "../http/stripe-error.ts";
import { DAY_SECONDS } from "../money/periods.ts";
import { addUp } from "../money/totals.ts";
import type { Kinds } from "../wire.ts";
import { now as accountTime, differences, emit, newId, type World } from "../world.ts";
import { composeInvoice, type Invoice, type InvoicePlan } from "./compose-invoice.ts";
import { updateCustomer } from "./customers.ts";
import { endCustomerDiscount, endDiscount } from "./discounts.ts";
import { cancelIntent, createIntent } from "./pay.ts";
import { taxIdsOf } from "./tax-ids.ts";

export function draftInvoice(world: World, plan: InvoicePlan): Invoice {
  const invoice = writeInvoice(world, plan);
  emit(world, "invoice.created", invoice, plan.at);
  return invoice;
}

export function writeInvoice(world: World, plan: InvoicePlan): Invoice {
  if (plan.subscription !== null) limitInvoices(world, plan.subscription.id);
  const invoice = composeInvoice(world, plan);
  world.store.put("invoice", invoice);
  for (const charge of plan.charges) {
    if (charge.invoiceItem === null) continue;
    const item = find(world, "invoiceitem", charge.invoiceItem);
    update(world, "invoiceitem", item, { invoice: invoice.id });
  }
  return invoice;
}

// https://docs.stripe.com/rate-limits
const MOST_PER_MINUTE = 10;
const MOST_PER_DAY = 20;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Counts by the account's time, and what requests cause: a test clock may renew for a year in a second. */
function limitInvoices(world: World, id: string): void {
  if (world.cause === null) return;
  const now = accountTime(world, null) * 1_000;
  const known = world.store.get("invoicing", id)?.times ?? [];
  const today = known.filter((at) => at > now - DAY_MS);
  const lastMinute = today.filter((at) => at > now - MINUTE_MS);
  if (lastMinute.length >= MOST_PER_MINUTE || today.length >= MOST_PER_DAY) {
    throw new ApiError(
      429,
      "invalid_request_error",
      "This subscription has too many new invoices. Try again later.",
      { code: "rate_limit" },
      { isUntouched: true },
    );
  }
  world.store.put("invoicing", { id, times: [...today, now] });
}

export function updateInvoice(
  world: World,
  before: Invoice,
  change: Partial<Invoice>,
  at: number,
): Invoice {
  const after = update(world, "invoice", before, change);
  const previous = differences(before, after);
  if (Object.keys(previous).length > 0) emit(world, "invoice.updated", after, at, previous);
  return after;
}

/**
 * Finalises a draft: number, customer balance, amount due.
 *
 * @param intent an existing payment; null creates one when anything is due
 */
export function finalizeInvoice(
  world: World,
  draft: Invoice,
  at: number,
  intent: Kinds["payment_intent"] | null = null,
): Invoice {
  const customer = find(world, "customer", draft.customer ?? "");
  const totals = addUp(
    draft.lines.data.map((line) => ({
      amount: line.amount,
      discounts: line.discount_amounts ?? [],
    })),
    customer.balance,
    draft.currency,
  );
  const url = `${world.baseUrl}/invoices/${draft.id}`;
  const sequence = customer.next_invoice_sequence ?? 1;
  const open = update(world, "invoice", draft, {
    status: "open",
    // Until now they would have followed the customer; from now on they stay.
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_tax_ids: taxIdsOf(world, customer.id).map(({ type, value }) => ({ type, value })),
    number: `${customer.invoice_prefix ?? "INV"}-${String(sequence).padStart(4, "0")}`,
    amount_due: totals.amountDue,
    amount_remaining: totals.amountDue,
    starting_balance: customer.balance,
    ending_balance: totals.endingBalance,
    automatically_finalizes_at: null,
    due_date: dueDateOf(world, draft, at),
    effective_at: at,
    hosted_invoice_url: url,
    invoice_pdf: `${url}/print`,
    status_transitions: { ...draft.status_transitions, finalized_at: at },
  });
  update(world, "customer", customer, {
    next_invoice_sequence: sequence + 1,
    currency: open.currency,
  });
  updateCustomer(world, find(world, "customer", customer.id), { balance: totals.endingBalance });
  emit(world, "invoice.finalized", open, at);
  useUpDiscounts(world, open, at);
  if (totals.amountDue > 0) {
    const made =
      intent ??
      createIntent(world, {
        customer: customer.id,
        amount: totals.amountDue,
        currency: open.currency,
        description:
          open.billing_reason === "subscription_create"
            ? "Subscription creation"
            : "Subscription update",
        at,
      });
    addPayment(world, open, made.id, at);
  }
  return open;
}

/** Unix seconds; null for an invoice that Stripe charges by itself. */
function dueDateOf(world: World, draft: Invoice, at: number): number | null {
  if (draft.collection_method !== "send_invoice") return null;
  const id = draft.parent?.subscription_details?.subscription;
  const days = world.store.get("subscription", id ?? "")?.days_until_due ?? 0;
  return at + days * DAY_SECONDS;
}

/** The draft stays, and nothing more is collected of it. */
export function failFinalization(world: World, draft: Invoice, code: string, at: number): Invoice {
  const failed = update(world, "invoice", draft, {
    automatically_finalizes_at: null,
    last_finalization_error: {
      code,
      message: "The invoice could not be finalized.",
      type: "invalid_request_error",
    },
  });
  emit(world, "invoice.finalization_failed", failed, at);
  return failed;
}

function addPayment(world: World, invoice: Invoice, intent: string, at: number): void {
  world.store.put("invoice_payment", {
    id: newId("inpay"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: at,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: "payment_intent", payment_intent: intent },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  });
}

/** A coupon of duration `once` ends with its first invoice. */
function useUpDiscounts(world: World, invoice: Invoice, at: number): void {
  const id = invoice.parent?.subscription_details?.subscription;
  const subscription = world.store.get("subscription", id ?? "");
  if (subscription === undefined) return;
  const used = invoice.discounts.filter(
    (discount) => world.store.get("redeemed", discount)?.coupon.duration === "once",
  );
  if (used.length === 0) return;
  if (used.some((id) => world.store.get("discount", id)?.subscription === null)) {
    endCustomerDiscount(world, subscription.customer, at);
    return;
  }
  for (const discount of used) endDiscount(world, discount, at);
  update(world, "subscription", subscription, {
    discounts: subscription.discounts.filter((discount) => !used.includes(discount)),
  });
}

export function intentOf(world: World, invoice: string): Kinds["payment_intent"] | null {
  const payment = paymentOf(world, invoice);
  return world.store.get("payment_intent", payment?.payment.payment_intent ?? "") ?? null;
}

function paymentOf(world: World, invoice: string): Kinds["invoice_payment"] | null {
  for (const payment of world.store.all("invoice_payment")) {
    if (payment.invoice === invoice) return payment;
  }
  return null;
}

/** @param isOutside the money came outside Stripe, which charges nothing and knows no payment */
export function markPaid(world: World, open: Invoice, at: number, isOutside = false): Invoice {
  const isCounted = !isOutside || world.settings.outsidePaymentsCount;
  const paid = update(world, "invoice", open, {
    status: "paid",
    amount_paid: isCounted ? open.amount_due : 0,
    amount_remaining: isCounted ? 0 : open.amount_due,
    attempted: true,
    next_payment_attempt: null,
    auto_advance: false,
    status_transitions: { ...open.status_transitions, paid_at: at },
  });
  emit(world, "invoice.paid", paid, at);
  if (isOutside) {
    cancelPayment(world, open, at);
    return paid;
  }
  emit(world, "invoice.payment_succeeded", paid, at);
  const payment = paymentOf(world, open.id);
  if (payment !== null) {
    const paid = update(world, "invoice_payment", payment, {
      status: "paid",
      amount_paid: open.amount_due,
      status_transitions: { ...payment.status_transitions, paid_at: at },
    });
    emit(world, "invoice_payment.paid", paid, at);
  }
  return paid;
}

function cancelPayment(world: World, { id }: Invoice, at: number): void {
  const payment = paymentOf(world, id);
  if (payment !== null) {
    update(world, "invoice_payment", payment, {
      status: "canceled",
      status_transitions: { ...payment.status_transitions, canceled_at: at },
    });
  }
  const intent = intentOf(world, id);
  if (intent !== null) cancelIntent(world, intent, at);
}

/**
 * What becomes of an invoice while collection is paused.
 *
 * @returns null while it is not paused
 */
export function setAside(
  world: World,
  { pause_collection: pause }: Pick<Kinds["subscription"], "pause_collection">,
  draft: Invoice,
  at: number,
): Invoice | null {
  if (pause === null) return null;
  if (pause.behavior === "keep_as_draft") return draft;
  const open = finalizeInvoice(world, draft, at);
  if (pause.behavior === "void") return voidInvoice(world, open, at);
  return open.amount_due === 0 ? markPaid(world, open, at) : writeOff(world, open, at);
}

export function writeOff(world: World, open: Invoice, at: number): Invoice {
  const given = update(world, "invoice", open, {
    status: "uncollectible",
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...open.status_transitions, marked_uncollectible_at: at },
  });
  emit(world, "invoice.marked_uncollectible", given, at);
  return given;
}

export function voidInvoice(world: World, open: Invoice, at: number): Invoice {
  const voided = update(world, "invoice", open, {
    status: "void",
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...open.status_transitions, voided_at: at },
  });
  cancelPayment(world, open, at);
  const customer = world.store.get("customer", open.customer ?? "");
  // What the invoice took from the balance comes back.
  const used = (open.ending_balance ?? open.starting_balance) - open.starting_balance;
  if (customer !== undefined) {
    updateCustomer(world, customer, { balance: customer.balance - used });
  }
  emit(world, "invoice.voided", voided, at);
  return voided;
}
