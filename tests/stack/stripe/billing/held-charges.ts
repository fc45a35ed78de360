import { filter } from "../find.ts";
import type { Kinds } from "../wire.ts";
import { emit, newId, type World } from "../world.ts";
import type { Charge } from "./compose-invoice.ts";
import type { Subscription } from "./subscription-status.ts";

export function holdCharge(
  world: World,
  subscription: Subscription,
  charge: Charge,
  at: number,
): void {
  const item: Kinds["invoiceitem"] = {
    id: newId("ii"),
    object: "invoiceitem",
    amount: charge.amount,
    currency: subscription.currency,
    customer: subscription.customer,
    customer_account: null,
    date: at,
    description: charge.description,
    discountable: !charge.isProration,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    parent: {
      subscription_details: {
        subscription: subscription.id,
        ...(charge.item === null ? {} : { subscription_item: charge.item }),
      },
      type: "subscription_details",
    },
    period: charge.period,
    pricing: {
      price_details: { price: charge.price.id, product: charge.price.product },
      type: "price_details",
      unit_amount_decimal: charge.price.unit_amount_decimal,
    },
    proration: charge.isProration,
    quantity: charge.quantity,
    quantity_decimal: String(charge.quantity),
    tax_rates: [],
    test_clock: subscription.test_clock,
  };
  world.store.put("invoiceitem", item);
  emit(world, "invoiceitem.created", item, at);
}

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
