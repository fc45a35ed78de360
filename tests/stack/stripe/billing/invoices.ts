import { addUp } from "../money/totals.ts";
import { updateCustomer } from "./customers.ts";
import { filter, find, update } from "../find.ts";
import { listOf, type InvoiceLine, type Kinds } from "../wire.ts";
import { differences, emit, newId, type World } from "../world.ts";
import { discountLines, discountsAt, endDiscount } from "./discounts.ts";
import { cancelIntent, createIntent } from "./pay.ts";

export type Invoice = Kinds["invoice"];
type Subscription = Kinds["subscription"];

/** One line as it goes onto an invoice, before discounts. */
export interface Charge {
  readonly price: Kinds["price"];
  readonly quantity: number;
  /** Pence; negative gives back. */
  readonly amount: number;
  readonly description: string;
  readonly period: { readonly start: number; readonly end: number };
  /** The subscription's item; null for what is charged once. */
  readonly item: string | null;
  readonly isProration: boolean;
  /** The pending item that it comes from. */
  readonly invoiceItem: string | null;
}

/** What an invoice is made from. */
export interface InvoicePlan {
  readonly customer: string;
  readonly subscription: Subscription | null;
  readonly reason: NonNullable<Invoice["billing_reason"]>;
  readonly charges: readonly Charge[];
  readonly discounts: readonly string[];
  readonly period: { readonly start: number; readonly end: number };
  /** Unix seconds. */
  readonly at: number;
  /** False for one that is only collected when somebody asks. */
  readonly advances: boolean;
  /** A change of the subscription that it pays for. */
  readonly prorationDate?: number;
}

/** The charges of pending items, which the next invoice takes along. */
export function pendingCharges(world: World, customer: string, subscription: string): Charge[] {
  return pendingItems(world, customer, subscription).flatMap((item) => {
    const price = world.store.get("price", item.pricing?.price_details?.price ?? "");
    if (price === undefined) return [];
    return [
      {
        price,
        quantity: item.quantity,
        amount: item.amount,
        description: item.description ?? "",
        period: item.period,
        item: item.parent?.subscription_details?.subscription_item ?? null,
        isProration: item.proration,
        invoiceItem: item.id,
      },
    ];
  });
}

function pendingItems(
  world: World,
  customer: string,
  subscription: string,
): Kinds["invoiceitem"][] {
  return filter(
    world,
    "invoiceitem",
    (one) =>
      one.customer === customer &&
      one.invoice === null &&
      one.parent?.subscription_details?.subscription === subscription,
  );
}

/** Writes an invoice as a draft, and tells of it. */
export function draftInvoice(world: World, plan: InvoicePlan): Invoice {
  const invoice = writeInvoice(world, plan);
  emit(world, "invoice.created", invoice, plan.at);
  return invoice;
}

/** Writes an invoice as a draft, of which nobody has been told yet. */
export function writeInvoice(world: World, plan: InvoicePlan): Invoice {
  const invoice = composeInvoice(world, plan);
  world.store.put("invoice", invoice);
  for (const charge of plan.charges) {
    if (charge.invoiceItem === null) continue;
    const item = find(world, "invoiceitem", charge.invoiceItem);
    update(world, "invoiceitem", item, { invoice: invoice.id });
  }
  return invoice;
}

function composeInvoice(world: World, plan: InvoicePlan): Invoice {
  const { customer: customerId, subscription, at } = plan;
  const customer = find(world, "customer", customerId);
  const id = newId("in");
  const on = discountsAt(world, plan.discounts, at);
  const taken = discountLines(
    world,
    plan.charges.map(({ amount, isProration, price }) => ({
      amount,
      // Prorations are worked out from discounted prices already.
      discountable: !isProration,
      product: price.product,
    })),
    on,
  );
  const lines = plan.charges.map((charge, index) =>
    lineOf(id, subscription?.id ?? null, charge, taken[index] ?? []),
  );
  const totals = addUp(
    lines.map((line) => ({ amount: line.amount, discounts: line.discount_amounts ?? [] })),
    customer.balance,
  );
  return {
    id,
    object: "invoice",
    account_country: "GB",
    account_name: world.accountName,
    account_tax_ids: null,
    amount_due: totals.amountDue,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: totals.amountDue,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: plan.advances,
    automatic_tax: {
      disabled_reason: null,
      enabled: false,
      liability: null,
      provider: null,
      status: null,
    },
    automatically_finalizes_at: plan.advances ? at + SECONDS_AS_DRAFT : null,
    billing_reason: plan.reason,
    collection_method: "charge_automatically",
    created: at,
    currency: plan.charges[0]?.price.currency ?? subscription?.currency ?? "gbp",
    custom_fields: null,
    customer: customerId,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: on.map((discount) => discount.id),
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(`/v1/invoices/${id}/lines`, lines),
    livemode: false,
    metadata: {},
    next_payment_attempt: plan.advances ? at + SECONDS_AS_DRAFT : null,
    number: null,
    on_behalf_of: null,
    parent:
      subscription === null
        ? null
        : {
            quote_details: null,
            subscription_details: {
              metadata: subscription.metadata,
              subscription: subscription.id,
              ...(plan.prorationDate === undefined
                ? {}
                : { subscription_proration_date: plan.prorationDate }),
            },
            type: "subscription_details",
          },
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: plan.period.end,
    period_start: plan.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: "draft",
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: totals.subtotal,
    subtotal_excluding_tax: totals.subtotal,
    test_clock: customer.test_clock ?? null,
    total: totals.total,
    total_discount_amounts: on.map((discount) => ({
      amount: taken
        .flat()
        .filter((one) => one.discount === discount.id)
        .reduce((sum, one) => sum + one.amount, 0),
      discount: discount.id,
    })),
    total_excluding_tax: totals.total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
}

/** Renewals wait this long as drafts. */
export const SECONDS_AS_DRAFT = 3_600;

function lineOf(
  invoice: string,
  subscription: string | null,
  charge: Charge,
  discounts: { discount: string; amount: number }[],
): InvoiceLine {
  return {
    id: newId("il"),
    object: "line_item",
    amount: charge.amount,
    currency: charge.price.currency,
    description: charge.description,
    discount_amounts: discounts.map(({ discount, amount }) => ({ amount, discount })),
    discountable: !charge.isProration,
    discounts: discounts.map(({ discount }) => discount),
    invoice,
    livemode: false,
    metadata: {},
    parent:
      charge.item === null && !charge.isProration
        ? {
            invoice_item_details: {
              invoice_item: charge.invoiceItem ?? newId("ii"),
              proration: false,
              proration_details: null,
              subscription,
            },
            subscription_item_details: null,
            type: "invoice_item_details",
          }
        : {
            invoice_item_details: null,
            subscription_item_details: {
              invoice_item: charge.invoiceItem,
              proration: charge.isProration,
              proration_details: charge.isProration ? { credited_items: null } : null,
              subscription,
              subscription_item: charge.item ?? "",
            },
            type: "subscription_item_details",
          },
    period: charge.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: charge.price.id, product: charge.price.product },
      type: "price_details",
      unit_amount_decimal: charge.price.unit_amount_decimal,
    },
    quantity: charge.quantity,
    quantity_decimal: String(charge.quantity),
    subscription,
    subtotal: charge.amount,
    taxes: [],
  };
}

/** A change of an invoice, told as `invoice.updated`. */
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
 * Makes a draft final: numbered, with the customer's balance settled against it, and ready to be paid.
 *
 * @param intent a payment that was made for it already; null begins one when anything is due
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
  );
  const url = `${world.baseUrl}/invoices/${draft.id}`;
  const sequence = customer.next_invoice_sequence ?? 1;
  const open = update(world, "invoice", draft, {
    status: "open",
    number: `${customer.invoice_prefix ?? "INV"}-${String(sequence).padStart(4, "0")}`,
    amount_due: totals.amountDue,
    amount_remaining: totals.amountDue,
    starting_balance: customer.balance,
    ending_balance: totals.endingBalance,
    automatically_finalizes_at: null,
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

/** A discount of duration `once` is over with the first invoice that has it. */
function useUpDiscounts(world: World, invoice: Invoice, at: number): void {
  const id = invoice.parent?.subscription_details?.subscription;
  const subscription = world.store.get("subscription", id ?? "");
  if (subscription === undefined) return;
  const used = invoice.discounts.filter((discount) => {
    const coupon = world.store.get("discount", discount)?.source.coupon;
    return world.store.get("coupon", coupon ?? "")?.duration === "once";
  });
  if (used.length === 0) return;
  for (const discount of used) endDiscount(world, discount, at);
  update(world, "subscription", subscription, {
    discounts: subscription.discounts.filter((discount) => !used.includes(discount)),
  });
}

/** The payment that an invoice waits for, or was paid with; null when nothing is due. */
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

/** Marks an open invoice paid, by a card or because nothing is due. */
export function markPaid(world: World, open: Invoice, at: number): Invoice {
  const paid = update(world, "invoice", open, {
    status: "paid",
    amount_paid: open.amount_due,
    amount_remaining: 0,
    attempted: true,
    next_payment_attempt: null,
    auto_advance: false,
    status_transitions: { ...open.status_transitions, paid_at: at },
  });
  emit(world, "invoice.paid", paid, at);
  emit(world, "invoice.payment_succeeded", paid, at);
  const payment = paymentOf(world, open.id);
  if (payment !== null) {
    const settled = update(world, "invoice_payment", payment, {
      status: "paid",
      amount_paid: open.amount_due,
      status_transitions: { ...payment.status_transitions, paid_at: at },
    });
    emit(world, "invoice_payment.paid", settled, at);
  }
  return paid;
}

/** Takes back an invoice that nobody has paid. */
export function voidInvoice(world: World, open: Invoice, at: number): Invoice {
  const voided = update(world, "invoice", open, {
    status: "void",
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...open.status_transitions, voided_at: at },
  });
  const payment = paymentOf(world, open.id);
  if (payment !== null) {
    update(world, "invoice_payment", payment, {
      status: "canceled",
      status_transitions: { ...payment.status_transitions, canceled_at: at },
    });
  }
  const intent = intentOf(world, open.id);
  if (intent !== null) cancelIntent(world, intent, at);
  emit(world, "invoice.voided", voided, at);
  return voided;
}
