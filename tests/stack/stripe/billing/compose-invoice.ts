import { find } from "../find.ts";
import { addUp } from "../money/totals.ts";
import { type InvoiceLine, type Kinds, listOf } from "../wire.ts";
import { newId, type World } from "../world.ts";
import { discountLines, discountsOrCustomers } from "./discounts.ts";
import { type TaxExempt, type TaxRate, taxesOn, totalTaxes } from "./taxes.ts";

export type Invoice = Kinds["invoice"];
type Subscription = Kinds["subscription"];

export interface Charge {
  readonly price: Kinds["price"];
  readonly quantity: number;
  /** Pence; negative is a credit. */
  readonly amount: number;
  readonly description: string;
  readonly period: { readonly start: number; readonly end: number };
  readonly item: string | null;
  readonly isProration: boolean;
  readonly invoiceItem: string | null;
  /** Set by an invoice item; otherwise everything but a proration is. */
  readonly isDiscountable?: boolean;
  /** Set by an invoice item, instead of the subscription's. */
  readonly taxRates?: readonly TaxRate[];
}

export interface InvoicePlan {
  readonly customer: string;
  readonly subscription: Subscription | null;
  readonly reason: NonNullable<Invoice["billing_reason"]>;
  readonly charges: readonly Charge[];
  readonly discounts: readonly string[];
  readonly period: { readonly start: number; readonly end: number };
  /** Unix seconds. */
  readonly at: number;
  /** False for an invoice without automatic collection. */
  readonly advances: boolean;
  readonly prorationDate?: number;
}

export function composeInvoice(world: World, plan: InvoicePlan): Invoice {
  const { customer: customerId, subscription, at } = plan;
  const customer = find(world, "customer", customerId);
  const id = newId("in");
  const on = discountsOrCustomers(world, customerId, plan.discounts, at);
  const taken = discountLines(
    world,
    plan.charges.map((charge) => ({
      amount: charge.amount,
      discountable: isDiscountable(charge),
      product: charge.price.product,
      discounts: discountsOfItem(subscription, charge.item),
    })),
    on,
  );
  const ofItems = plan.charges.flatMap(({ item }) => discountsOfItem(subscription, item));
  const rates = subscription?.default_tax_rates ?? [];
  const currency = plan.charges[0]?.price.currency ?? subscription?.currency ?? "gbp";
  const lines = plan.charges.map((charge, index) =>
    lineOf(id, subscription?.id ?? null, charge, {
      discounts: taken[index] ?? [],
      rates: charge.taxRates ?? rates,
      exempt: customer.tax_exempt ?? "none",
    }),
  );
  const taxes = totalTaxes(lines.flatMap((line) => line.taxes ?? []));
  const tax = taxes.reduce((sum, { amount }) => sum + amount, 0);
  const totals = addUp(
    lines.map((line) => ({ amount: line.amount, discounts: line.discount_amounts ?? [] })),
    customer.balance,
    currency,
  );
  const isSent = subscription?.collection_method === "send_invoice";
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
    collection_method: isSent ? "send_invoice" : "charge_automatically",
    created: at,
    currency,
    custom_fields: null,
    customer: customerId,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: customer.tax_exempt ?? "none",
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: rates,
    description: null,
    discounts: on.map((discount) => discount.id),
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: customer.invoice_settings.footer,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(`/v1/invoices/${id}/lines`, lines),
    livemode: false,
    metadata: {},
    next_payment_attempt: plan.advances && !isSent ? at + SECONDS_AS_DRAFT : null,
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
    subtotal_excluding_tax: totals.subtotal - tax,
    test_clock: customer.test_clock ?? null,
    total: totals.total,
    total_discount_amounts: [...new Set([...ofItems, ...on.map((one) => one.id)])].map(
      (discount) => ({
        amount: taken
          .flat()
          .filter((one) => one.discount === discount)
          .reduce((sum, one) => sum + one.amount, 0),
        discount,
      }),
    ),
    total_excluding_tax: totals.total - tax,
    total_pretax_credit_amounts: [],
    total_taxes: taxes,
    webhooks_delivered_at: null,
  };
}

/** A proration is of prices that are discounted already. */
function isDiscountable(charge: Charge): boolean {
  return charge.isDiscountable ?? !charge.isProration;
}

function discountsOfItem(subscription: Subscription | null, id: string | null): string[] {
  return subscription?.items.data.find((item) => item.id === id)?.discounts ?? [];
}

/** Stripe finalises a renewal's draft after one hour. */
const SECONDS_AS_DRAFT = 3_600;

function lineOf(
  invoice: string,
  subscription: string | null,
  charge: Charge,
  {
    discounts,
    rates,
    exempt,
  }: {
    discounts: { discount: string; amount: number }[];
    rates: readonly TaxRate[];
    exempt: TaxExempt;
  },
): InvoiceLine {
  const off = discounts.reduce((sum, { amount }) => sum + amount, 0);
  return {
    id: newId("il"),
    object: "line_item",
    amount: charge.amount,
    currency: charge.price.currency,
    description: charge.description,
    discount_amounts: discounts.map(({ discount, amount }) => ({ amount, discount })),
    discountable: isDiscountable(charge),
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
    taxes: taxesOn(charge.amount - off, rates, exempt),
  };
}
