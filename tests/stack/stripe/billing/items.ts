import { find } from "../find.ts";
import { apiError, paramError } from "../http/stripe-error.ts";
import type { Period } from "../money/periods.ts";
import { type Priced, prorate } from "../money/prorations.ts";
import type { SubscriptionItem } from "../wire.ts";
import { newId, type World } from "../world.ts";
import type { Charge } from "./compose-invoice.ts";
import { discountLines, discountsOrCustomers } from "./discounts.ts";
import { planOf, type Price } from "./prices.ts";

export interface ItemChange {
  readonly id?: string | undefined;
  readonly price?: string | undefined;
  readonly quantity?: number | undefined;
  readonly deleted?: boolean | undefined;
  readonly metadata?: Record<string, string> | null | undefined;
}

/** @param kept price ids that are taken even when archived */
export function recurringPrice(
  world: World,
  id: string,
  param: string,
  kept: readonly string[] = [],
): Price {
  const price = find(world, "price", id, param);
  if (!price.active && !kept.includes(id)) {
    throw apiError(`The price specified is inactive. This field only accepts active prices.`, {
      param,
    });
  }
  if (price.recurring === null) {
    throw apiError(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      { param },
    );
  }
  return price;
}

export function createItem(
  subscription: string,
  given: { price: Price; quantity: number; metadata: Record<string, string> },
  period: Period,
  at: number,
): SubscriptionItem {
  return {
    id: newId("si", 14),
    object: "subscription_item",
    billing_thresholds: null,
    created: at,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: given.metadata,
    plan: planOf(given.price),
    price: given.price,
    quantity: given.quantity,
    subscription,
    tax_rates: [],
  };
}

export function changeItems(
  world: World,
  subscription: { id: string; items: { data: SubscriptionItem[] } },
  changes: readonly ItemChange[],
  period: Period,
  at: number,
  kept: readonly string[],
): SubscriptionItem[] {
  let items = [...subscription.items.data];
  for (const [index, change] of changes.entries()) {
    const param = `items[${index}]`;
    const known = items.find((item) => item.id === change.id);
    if (change.id !== undefined && known === undefined) {
      throw apiError(`No such subscription item: '${change.id}'`, {
        code: "resource_missing",
        param: `${param}[id]`,
      });
    }
    if (change.deleted === true) {
      if (known === undefined) {
        throw paramError("Only an item with an `id` can be deleted.", { param });
      }
      items = items.filter((item) => item !== known);
      continue;
    }
    const price =
      change.price === undefined || change.price === known?.price.id
        ? known?.price
        : recurringPrice(world, change.price, `${param}[price]`, kept);
    if (price === undefined) {
      throw paramError(`Missing required param: ${param}[price].`, {
        code: "parameter_missing",
        param: `${param}[price]`,
      });
    }
    const quantity = change.quantity ?? known?.quantity ?? 1;
    const metadata = change.metadata ?? known?.metadata ?? {};
    const item =
      known === undefined
        ? createItem(subscription.id, { price, quantity, metadata }, period, at)
        : { ...known, price, plan: planOf(price), quantity, metadata };
    items =
      known === undefined ? [...items, item] : items.map((one) => (one === known ? item : one));
  }
  checkTogether(items);
  return items;
}

export function checkTogether(items: readonly SubscriptionItem[]): void {
  const [first] = items;
  if (first === undefined) {
    throw apiError("A subscription must have at least one active plan.", { param: "items" });
  }
  const ids = items.map((item) => item.price.id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) {
    throw apiError(`Cannot add multiple subscription items with the same plan: ${twice}`, {
      param: "items",
    });
  }
  if (items.some(({ price }) => price.currency !== first.price.currency)) {
    throw apiError("The price specified only supports another currency than the subscription's.");
  }
}

export function chargesFor(items: readonly SubscriptionItem[]): Charge[] {
  return items.map((item) => ({
    price: item.price,
    quantity: item.quantity ?? 1,
    amount: amountOf(item),
    description: `${item.quantity ?? 1} × ${item.price.nickname ?? item.price.lookup_key ?? item.price.id}`,
    period: periodOfItem(item),
    item: item.id,
    isProration: false,
    invoiceItem: null,
  }));
}

export function periodOfItem(item: SubscriptionItem): Period {
  return { start: item.current_period_start, end: item.current_period_end };
}

function amountOf(item: SubscriptionItem): number {
  return (item.price.unit_amount ?? 0) * (item.quantity ?? 1);
}

export function prorationCharges(
  world: World,
  change: {
    customer: string;
    before: readonly SubscriptionItem[];
    after: readonly SubscriptionItem[];
    discountsBefore: readonly string[];
    discountsAfter: readonly string[];
    at: number;
  },
): Charge[] {
  const { before, after, at } = change;
  const priced = (items: readonly SubscriptionItem[], discounts: readonly string[]): Priced[] => {
    const off = discountLines(
      world,
      items.map((item) => ({
        amount: amountOf(item),
        discountable: true,
        product: item.price.product,
        discounts: item.discounts,
      })),
      discountsOrCustomers(world, change.customer, discounts, at),
    );
    return items.map((item, index) => ({
      item: item.id,
      price: item.price.id,
      amount: (off[index] ?? []).reduce((left, { amount }) => left - amount, amountOf(item)),
      period: periodOfItem(item),
    }));
  };
  return prorate(
    priced(before, change.discountsBefore),
    priced(after, change.discountsAfter),
    at,
  ).flatMap((line) => {
    const items = line.kind === "credit" ? before : after;
    const item = items.find((one) => one.id === line.item);
    if (item === undefined) return [];
    const name = item.price.nickname ?? item.price.lookup_key ?? item.price.id;
    return [
      {
        price: item.price,
        quantity: item.quantity ?? 1,
        amount: line.amount,
        description:
          line.kind === "credit" ? `Unused time on ${name}` : `Remaining time on ${name}`,
        period: { start: at, end: item.current_period_end },
        item: item.id,
        isProration: true,
        invoiceItem: null,
      },
    ];
  });
}
