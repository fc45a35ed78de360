/** A discount of a subscription; timestamps in one unit of the caller's. */
export type Discount = {
  /** Null for one that takes off a sum, which is not known here. */
  readonly percentOff: number | null;
  /** Null for a discount without an end. */
  readonly endsAt: number | null;
};

/** @param at the next payment: a discount that ends with it does not reduce it. Null where none is known */
export function discountPercentsAt(discounts: readonly Discount[], at: number | null): number[] {
  return openAt(discounts, at).flatMap(({ percentOff }) => percentOff ?? []);
}

/** Takes discounts off a sum in pence: each takes its part of what the one before leaves, as on Stripe's invoices. */
export function afterPercents(pence: number, percents: readonly number[]): number {
  return percents.reduce((left, percent) => left - Math.round((left * percent) / 100), pence);
}

/** Monthly price in pence: at the next payment, and after the end of each discount. */
export type MonthlyPrices = {
  readonly pence: number;
  readonly later: readonly { readonly from: number; readonly pence: number }[];
};

/**
 * Calculates what a month costs from the next payment on.
 *
 * @param pence before discounts
 * @param at the next payment; null where none is known
 * @returns null where a discount takes off a sum that is not known
 */
export function monthlyPrices(
  pence: number,
  discounts: readonly Discount[],
  at: number | null,
): MonthlyPrices | null {
  const open = openAt(discounts, at);
  if (open.some(({ percentOff }) => percentOff === null)) return null;
  const priceAt = (from: number | null) =>
    afterPercents(pence, discountPercentsAt(discounts, from));
  const ends = new Set(open.flatMap(({ endsAt }) => endsAt ?? []));
  return {
    pence: priceAt(at),
    later: [...ends].toSorted((a, b) => a - b).map((from) => ({ from, pence: priceAt(from) })),
  };
}

function openAt(discounts: readonly Discount[], at: number | null): Discount[] {
  return discounts.filter(({ endsAt }) => at === null || endsAt === null || endsAt > at);
}
