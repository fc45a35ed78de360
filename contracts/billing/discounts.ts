import { productIdOf } from "../catalogue.ts";
import type { DiscountState, PricedItem } from "./stripe-state.ts";

type Reduction = Partial<Pick<DiscountState, "percentOff" | "amountOffPence" | "productIds">>;

type ReducedItem = Pick<PricedItem, "amountPence" | "quantity"> &
  Partial<Pick<PricedItem, "priceId">> & {
    /** Instead of the catalogue's. */
    readonly productId?: string | null;
  };

/**
 * Takes discounts off one after the other, each off what the one before leaves. As on Stripe's
 * invoices every item is rounded by itself, and a fixed sum is shared between the items.
 */
export function discountedPence(
  items: readonly ReducedItem[],
  discounts: readonly Reduction[],
): number {
  let left = items.map(({ amountPence, quantity }) => amountPence * quantity);
  for (const discount of discounts) {
    const reducible = items.map((item, index) =>
      isReduced(item, discount) ? (left[index] ?? 0) : 0,
    );
    const taken = partsOff(reducible, discount);
    left = left.map((pence, index) => pence - (taken[index] ?? 0));
  }
  return sumOf(left);
}

/** An item outside the catalogue has an unknown product. */
export function isReduced(
  {
    priceId,
    productId = priceId == null ? null : productIdOf(priceId),
  }: Omit<ReducedItem, "amountPence" | "quantity">,
  { productIds }: Reduction,
): boolean {
  return productIds == null || (productId !== null && productIds.includes(productId));
}

/** Splits a fixed sum in proportion to the items, to the penny, and takes no more than they hold. */
function partsOff(items: readonly number[], { percentOff, amountOffPence }: Reduction): number[] {
  if (percentOff != null) return items.map((pence) => Math.round((pence * percentOff) / 100));
  let weight = sumOf(items);
  let rest = Math.min(amountOffPence ?? 0, weight);
  return items.map((pence) => {
    const part = weight === 0 ? 0 : Math.round((rest * pence) / weight);
    rest -= part;
    weight -= pence;
    return part;
  });
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

/**
 * Chooses what reduces a payment: the subscription's own discounts, else the customer's. One that
 * ends at a payment does not reduce it.
 *
 * @param at ISO 8601
 */
export function discountsOn<
  T extends Pick<DiscountState, "endsAt"> & Partial<Pick<DiscountState, "isOfCustomer">>,
>(discounts: readonly T[], at: string): T[] {
  const current = discounts.filter(
    ({ endsAt }) => endsAt === null || Date.parse(endsAt) > Date.parse(at),
  );
  const own = current.filter(({ isOfCustomer }) => isOfCustomer !== true);
  return own.length === 0 ? current : own;
}
