import { filter } from "../find.ts";
import type { Kinds } from "../wire.ts";
import { emit, newId, type World } from "../world.ts";
import type { Charge } from "./compose-invoice.ts";
import type { TaxRate } from "./taxes.ts";

type InvoiceItem = Kinds["invoiceitem"];

/** What a request adds to the next invoice beside the subscription's items. */
export type AddedItem = Omit<Charge, "item" | "invoiceItem" | "isProration"> & {
  readonly item?: string | null;
  readonly isProration?: boolean;
  readonly metadata?: Record<string, string>;
};

/** @param owner with `id` null, the item waits for any invoice of the customer */
export function createInvoiceItem(
  world: World,
  owner: Pick<Kinds["subscription"], "customer" | "test_clock"> & { id: string | null },
  charge: AddedItem,
  at: number,
): InvoiceItem {
  const { price, isProration = false, item: subscriptionItem = null } = charge;
  const item: InvoiceItem = {
    id: newId("ii"),
    object: "invoiceitem",
    amount: charge.amount,
    currency: price.currency,
    customer: owner.customer,
    customer_account: null,
    date: at,
    description: charge.description,
    discountable: charge.isDiscountable ?? (!isProration && charge.amount >= 0),
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: charge.metadata ?? {},
    parent:
      owner.id === null
        ? null
        : {
            subscription_details: {
              subscription: owner.id,
              ...(subscriptionItem === null ? {} : { subscription_item: subscriptionItem }),
            },
            type: "subscription_details",
          },
    period: charge.period,
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: "price_details",
      unit_amount_decimal: price.unit_amount_decimal,
    },
    proration: isProration,
    quantity: charge.quantity,
    quantity_decimal: String(charge.quantity),
    tax_rates: [...(charge.taxRates ?? [])],
    test_clock: owner.test_clock,
  };
  world.store.put("invoiceitem", item);
  emit(world, "invoiceitem.created", item, at);
  return item;
}

/** @param ofCustomer also those that wait for any of the customer's invoices */
export function pendingCharges(
  world: World,
  { id, customer, currency }: Pick<Kinds["subscription"], "id" | "customer" | "currency">,
  { ofCustomer }: { ofCustomer: boolean } = { ofCustomer: false },
): Charge[] {
  const pending = filter(world, "invoiceitem", (one) => {
    if (one.customer !== customer || one.invoice !== null) return false;
    const waitsFor = one.parent?.subscription_details?.subscription ?? null;
    return waitsFor === null ? ofCustomer && one.currency === currency : waitsFor === id;
  });
  return pending.flatMap((item) => {
    const price = world.store.get("price", item.pricing?.price_details?.price ?? "");
    return price === undefined ? [] : [chargeOf(item, price)];
  });
}

function chargeOf(item: InvoiceItem, price: Kinds["price"]): Charge {
  const rates: readonly TaxRate[] = item.tax_rates ?? [];
  return {
    price,
    quantity: item.quantity,
    amount: item.amount,
    description: item.description ?? "",
    period: item.period,
    item: item.parent?.subscription_details?.subscription_item ?? null,
    isProration: item.proration,
    invoiceItem: item.id,
    isDiscountable: item.discountable,
    ...(rates.length === 0 ? {} : { taxRates: rates }),
  };
}
