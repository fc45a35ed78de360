import type { Stripe } from "stripe";
import * as z from "zod";
import { type AddedItem, createInvoiceItem } from "../billing/invoice-items.ts";
import { createPrice, type Price } from "../billing/prices.ts";
import { activeTaxRates } from "../billing/taxes.ts";
import { find, update } from "../find.ts";
import { call, listing, retrieval } from "../http/call.ts";
import { isWithin } from "../http/list.ts";
import {
  changeMetadata,
  created,
  flag,
  integer,
  metadata,
  onlyOne,
  text,
  timestamp,
  unsettable,
} from "../http/params.ts";
import { apiError, paramError } from "../http/stripe-error.ts";
import type { Kinds } from "../wire.ts";
import { emit, newId, nowOf, type World } from "../world.ts";

const priceData = () =>
  z.strictObject({ currency: text(3), product: text(), unit_amount: integer() });
const period = () => z.strictObject({ end: timestamp(), start: timestamp() });

/** The schema of `add_invoice_items` on a subscription. */
export const addedItems = () =>
  z
    .array(
      z.strictObject({
        discountable: flag().optional(),
        metadata: metadata().optional(),
        price: text().optional(),
        price_data: priceData().optional(),
        quantity: integer().optional(),
        tax_rates: unsettable(z.array(text())).optional(),
      }),
    )
    .max(20);

type Given = Omit<z.output<ReturnType<typeof addedItems>>[number], "tax_rates"> & {
  amount?: number | undefined;
  currency?: string | undefined;
  description?: string | undefined;
  period?: { start: number; end: number } | undefined;
  tax_rates?: readonly string[] | null | undefined;
};

/** @throws {ApiError} for a price that recurs or is archived, and for none */
export function addedItemOf(world: World, given: Given, at: number, param: string): AddedItem {
  onlyOne(given, ["amount", "price", "price_data"]);
  const { quantity = 1 } = given;
  const price = priceOf(world, given, param);
  return {
    price,
    quantity,
    amount: (price.unit_amount ?? 0) * quantity,
    description: given.description ?? world.store.get("product", price.product)?.name ?? price.id,
    period: given.period ?? { start: at, end: at },
    metadata: changeMetadata({}, given.metadata),
    ...(given.discountable === undefined ? {} : { isDiscountable: given.discountable }),
    ...(given.tax_rates == null
      ? {}
      : { taxRates: activeTaxRates(world, given.tax_rates, `${param}[tax_rates]`) }),
  };
}

function priceOf(world: World, given: Given, param: string): Price {
  if (given.price !== undefined) {
    const price = find(world, "price", given.price, `${param}[price]`);
    if (!price.active) {
      throw apiError("The price specified is inactive. This field only accepts active prices.", {
        param: `${param}[price]`,
      });
    }
    if (price.recurring === null) return price;
    throw apiError(
      "The price specified is set to `type=recurring` but this field only accepts prices with `type=one_time`.",
      { param: `${param}[price]` },
    );
  }
  const { price_data: data, amount, currency } = given;
  if (data !== undefined) {
    find(world, "product", data.product, `${param}[price_data][product]`);
    return createPrice(world, { ...data, active: false });
  }
  if (amount === undefined || currency === undefined) {
    const missing = amount === undefined ? "amount" : "currency";
    throw paramError(`Missing required param: ${missing}.`, {
      code: "parameter_missing",
      param: missing,
    });
  }
  return createPrice(world, {
    currency,
    product: newId("prod", 14),
    unit_amount: amount,
    active: false,
  });
}

function checkPending(item: Kinds["invoiceitem"], verb: string): void {
  if (item.invoice === null) return;
  throw apiError(
    `The invoice item \`${item.id}\` is attached to the invoice \`${item.invoice}\`, so you cannot ${verb} it.`,
    { code: "invoice_not_editable" },
  );
}

export const invoiceItemCalls = [
  call<Stripe.InvoiceItemCreateParams>()(
    "POST",
    "/v1/invoiceitems",
    {
      amount: integer().optional(),
      currency: text(3).optional(),
      customer: text(),
      description: text().optional(),
      discountable: flag().optional(),
      metadata: metadata().optional(),
      period: period().optional(),
      price_data: priceData().optional(),
      pricing: z.strictObject({ price: text() }).optional(),
      quantity: integer().optional(),
      subscription: text().optional(),
      tax_rates: z.array(text()).optional(),
    },
    (world, { pricing, subscription: id, ...given }) => {
      const customer = find(world, "customer", given.customer, "customer");
      const at = nowOf(world, customer.id);
      const subscription =
        id === undefined ? null : find(world, "subscription", id, "subscription");
      if (subscription !== null && subscription.customer !== customer.id) {
        throw paramError("The subscription belongs to another customer.", {
          param: "subscription",
        });
      }
      const item = addedItemOf(world, { ...given, price: pricing?.price }, at, "pricing");
      const currency = subscription?.currency ?? item.price.currency;
      if (item.price.currency !== currency) {
        throw paramError(`The currency of the subscription is ${currency}.`, {
          param: "currency",
        });
      }
      const { test_clock: clock = null } = customer;
      const owner = { id: subscription?.id ?? null, customer: customer.id, test_clock: clock };
      return createInvoiceItem(world, owner, item, at);
    },
  ),
  retrieval("invoiceitem", "/v1/invoiceitems"),
  call<Stripe.InvoiceItemUpdateParams>()(
    "POST",
    "/v1/invoiceitems/:id",
    {
      amount: integer().optional(),
      description: text().optional(),
      discountable: flag().optional(),
      metadata: metadata().optional(),
    },
    (world, given, id) => {
      const before = find(world, "invoiceitem", id);
      checkPending(before, "update");
      if (given.discountable === true && before.proration) {
        throw paramError("A proration cannot be discountable.", { param: "discountable" });
      }
      return update(world, "invoiceitem", before, {
        amount: given.amount ?? before.amount,
        description: given.description ?? before.description,
        discountable: given.discountable ?? before.discountable,
        metadata: changeMetadata(before.metadata ?? {}, given.metadata),
      });
    },
  ),
  call<Stripe.InvoiceItemDeleteParams>()("DELETE", "/v1/invoiceitems/:id", {}, (world, _, id) => {
    const item = find(world, "invoiceitem", id);
    checkPending(item, "delete");
    world.store.remove("invoiceitem", id);
    emit(world, "invoiceitem.deleted", item, nowOf(world, item.customer));
    return { id, object: "invoiceitem", deleted: true };
  }),
  listing<Stripe.InvoiceItemListParams>()(
    "invoiceitem",
    "/v1/invoiceitems",
    {
      created: created(),
      customer: text(),
      invoice: text(),
      pending: flag(),
    },
    {
      created: (one, wanted) => isWithin(one.date, wanted),
      pending: (one, isPending) => isPending === undefined || (one.invoice === null) === isPending,
    },
  ),
];
