import type { Stripe } from "stripe";
import * as z from "zod";
import { activeTaxRates, taxesOn, totalTaxes } from "../billing/taxes.ts";
import { filter, find, update } from "../find.ts";
import { call, listing } from "../http/call.ts";
import { changeMetadata, integer, metadata, text } from "../http/params.ts";
import { apiError, paramError } from "../http/stripe-error.ts";
import { type Kinds, listOf } from "../wire.ts";
import { differences, emit, newId, nowOf, type World } from "../world.ts";

type CreditNote = Kinds["credit_note"];
type Line = CreditNote["lines"]["data"][number];
type Invoice = Kinds["invoice"];

const params = {
  email_type: z.enum(["credit_note", "none"]).optional(),
  invoice: text(),
  // Stripe also takes an `amount` or the invoice's own lines.
  lines: z
    .array(
      z.strictObject({
        type: z.literal("custom_line_item"),
        description: text(),
        quantity: integer().refine((count) => count > 0),
        unit_amount: integer().refine((pence) => pence > 0),
        tax_rates: z.array(text()).optional(),
      }),
    )
    .min(1),
  memo: text().optional(),
  metadata: metadata().optional(),
  reason: z.enum(["duplicate", "fraudulent", "order_change", "product_unsatisfactory"]).optional(),
  refunds: z
    .array(z.strictObject({ refund: text(), amount_refunded: integer().optional() }))
    .optional(),
};

type Given = z.output<z.ZodObject<typeof params>>;

function lineOf(
  world: World,
  given: Given["lines"][number],
  index: number,
  { default_tax_rates: kept }: Invoice,
): Line {
  const amount = given.unit_amount * given.quantity;
  const rates = activeTaxRates(world, given.tax_rates ?? [], `lines[${index}][tax_rates]`, kept);
  return {
    id: newId("cnli"),
    object: "credit_note_line_item",
    amount,
    description: given.description,
    discount_amount: 0,
    discount_amounts: [],
    livemode: false,
    metadata: {},
    pretax_credit_amounts: [],
    quantity: given.quantity,
    tax_rates: rates,
    taxes: taxesOn(amount, rates),
    type: "custom_line_item",
    unit_amount: given.unit_amount,
    unit_amount_decimal: String(given.unit_amount),
  };
}

function linkRefunds(world: World, invoice: Invoice, given: Given): CreditNote["refunds"] {
  const payments = filter(world, "invoice_payment", (one) => one.invoice === invoice.id);
  const intents = new Set(payments.map(({ payment }) => payment.payment_intent));
  return (given.refunds ?? []).map((link, index) => {
    const param = `refunds[${index}][refund]`;
    const refund = find(world, "refund", link.refund, param);
    const isDead = refund.status === "failed" || refund.status === "canceled";
    if (isDead || !intents.has(refund.payment_intent ?? "")) {
      throw apiError(`The refund ${refund.id} cannot be linked to this credit note.`, {
        param,
      });
    }
    const linked = [...world.store.all("credit_note")]
      .flatMap((note) => note.refunds)
      .filter((one) => one.refund === refund.id)
      .reduce((sum, one) => sum + one.amount_refunded, 0);
    const amount = link.amount_refunded ?? refund.amount;
    if (amount + linked > refund.amount) {
      throw apiError(`The refund ${refund.id} is linked to another credit note.`, { param });
    }
    return {
      amount_refunded: amount,
      payment_record_refund: null,
      refund: refund.id,
      type: "refund",
    };
  });
}

function createCreditNote(world: World, given: Given): CreditNote {
  const invoice = find(world, "invoice", given.invoice, "invoice");
  if (invoice.status !== "paid") {
    throw paramError("Only credit notes of paid invoices are played here.", {
      param: "invoice",
    });
  }
  const lines = given.lines.map((line, index) => lineOf(world, line, index, invoice));
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const before = filter(world, "credit_note", (one) => one.invoice === invoice.id);
  if (total > invoice.total - invoice.post_payment_credit_notes_amount) {
    throw apiError("The sum of all credit notes cannot exceed the invoice's total.");
  }
  const refunds = linkRefunds(world, invoice, given);
  const refunded = refunds.reduce((sum, one) => sum + one.amount_refunded, 0);
  if (refunded !== total) {
    throw apiError(
      `The sum of credit amount, refund amount and out of band amount (${refunded}) must equal the credit note amount (${total}).`,
    );
  }
  const taxes = totalTaxes(lines.flatMap((line) => line.taxes ?? []));
  const tax = taxes.reduce((sum, { amount }) => sum + amount, 0);
  const at = nowOf(world, invoice.customer);
  const id = newId("cn");
  const note: CreditNote = {
    id,
    object: "credit_note",
    amount: total,
    amount_shipping: 0,
    created: at,
    currency: invoice.currency,
    customer: invoice.customer ?? "",
    customer_account: null,
    customer_balance_transaction: null,
    discount_amount: 0,
    discount_amounts: [],
    effective_at: at,
    invoice: invoice.id,
    lines: listOf(`/v1/credit_notes/${id}/lines`, lines),
    livemode: false,
    memo: given.memo ?? null,
    metadata: changeMetadata({}, given.metadata),
    number: `${invoice.number ?? ""}-CN-${String(before.length + 1).padStart(2, "0")}`,
    out_of_band_amount: null,
    pdf: `${world.baseUrl}/invoices/${invoice.id}/print`,
    post_payment_amount: total,
    pre_payment_amount: 0,
    pretax_credit_amounts: [],
    reason: given.reason ?? null,
    refunds,
    shipping_cost: null,
    status: "issued",
    subtotal: total,
    subtotal_excluding_tax: total - tax,
    total,
    total_excluding_tax: total - tax,
    total_taxes: taxes,
    type: "post_payment",
    voided_at: null,
  };
  world.store.put("credit_note", note);
  emit(world, "credit_note.created", note, at);
  const after = update(world, "invoice", invoice, {
    post_payment_credit_notes_amount: invoice.post_payment_credit_notes_amount + total,
  });
  emit(world, "invoice.updated", after, at, differences(invoice, after));
  return note;
}

export const creditNoteCalls = [
  call<Stripe.CreditNoteCreateParams>()("POST", "/v1/credit_notes", params, createCreditNote),
  listing<Stripe.CreditNoteListParams>()("credit_note", "/v1/credit_notes", {
    customer: text(),
    invoice: text(),
  }),
];
