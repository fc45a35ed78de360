export type Discount = {
  /** Null for a discount of a fixed sum. */
  readonly percentOff: number | null;
  /** In the same unit as `at`; null without an end. */
  readonly endsAt: number | null;
};

/** @param at the payment; a discount that ends at it does not reduce it. Null if unknown */
export function discountPercentsAt(discounts: readonly Discount[], at: number | null): number[] {
  return openAt(discounts, at).flatMap(({ percentOff }) => percentOff ?? []);
}

/** Each percentage is taken off what the one before leaves, as on Stripe's invoices. */
export function afterPercents(pence: number, percents: readonly number[]): number {
  return percents.reduce((left, percent) => left - Math.round((left * percent) / 100), pence);
}

type MonthlyPrices = {
  readonly pence: number;
  readonly later: readonly { readonly from: number; readonly pence: number }[];
};

/**
 * Calculates the price of the next payment, and after the end of each discount.
 *
 * @param pence before discounts
 * @param at the next payment
 * @returns null with a discount of a fixed sum
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
