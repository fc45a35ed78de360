import { addIntervals } from "./periods.ts";

export interface CouponTerms {
  readonly percentOff: number | null;
  /** Pence off the whole invoice, or null. */
  readonly amountOff: number | null;
  readonly duration: string;
  readonly durationInMonths: number | null;
  /** Product ids; null is all. */
  readonly products: readonly string[] | null;
}

interface DiscountableLine {
  readonly amount: number;
  readonly discountable: boolean;
  readonly product: string;
}

export interface DiscountAmount {
  readonly discount: string;
  /** Pence, never negative. */
  readonly amount: number;
}

/** Unix seconds; null for `forever` and `once`. */
export function discountEnd(
  terms: Pick<CouponTerms, "duration" | "durationInMonths">,
  start: number,
): number | null {
  if (terms.duration !== "repeating") return null;
  return addIntervals(start, "month", terms.durationInMonths ?? 0);
}

/**
 * Distributes discounts over lines in order: a later discount applies to the remainder.
 *
 * @returns for each line, its discounts
 */
export function spreadDiscounts(
  lines: readonly DiscountableLine[],
  discounts: readonly {
    readonly id: string;
    readonly terms: CouponTerms;
    /** Index of the only line that it reduces. */
    readonly line?: number;
  }[],
): DiscountAmount[][] {
  const left = lines.map((line) => line.amount);
  const taken: DiscountAmount[][] = lines.map(() => []);
  for (const { id, terms, line: only } of discounts) {
    const open = lines.map(
      (line, index) =>
        line.discountable &&
        (only === undefined || only === index) &&
        (left[index] ?? 0) > 0 &&
        (terms.products === null || terms.products.includes(line.product)),
    );
    const amounts = left.map((amount, index) => (open[index] === true ? amount : 0));
    const off =
      terms.amountOff === null
        ? amounts.map((amount) => Math.round((amount * (terms.percentOff ?? 0)) / 100))
        : share(terms.amountOff, amounts);
    for (const [index, amount] of off.entries()) {
      if (amount === 0) continue;
      taken[index]?.push({ discount: id, amount });
      left[index] = (left[index] ?? 0) - amount;
    }
  }
  return taken;
}

/** Splits a sum in proportion to amounts, to the penny, and never more than they hold. */
function share(sum: number, amounts: readonly number[]): number[] {
  const total = amounts.reduce((all, amount) => all + amount, 0);
  if (total === 0) return amounts.map(() => 0);
  let rest = Math.min(sum, total);
  let weight = total;
  return amounts.map((amount) => {
    const part = weight === 0 ? 0 : Math.round((rest * amount) / weight);
    rest -= part;
    weight -= amount;
    return part;
  });
}
