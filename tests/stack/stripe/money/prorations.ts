export interface Priced {
  readonly item: string;
  readonly price: string;
  /** Pence for a whole period, after discounts. */
  readonly amount: number;
}

interface ProrationLine {
  readonly kind: "credit" | "charge";
  readonly item: string;
  readonly price: string;
  /** Pence; negative for a credit. */
  readonly amount: number;
}

/**
 * Credits the unused rest of removed items and charges the rest of added ones; unchanged items make
 * no line.
 *
 * @param period unix seconds
 * @param at unix seconds, clamped to the period
 */
export function prorate(
  before: readonly Priced[],
  after: readonly Priced[],
  period: { readonly start: number; readonly end: number },
  at: number,
): ProrationLine[] {
  const moment = Math.min(Math.max(at, period.start), period.end);
  const rest = (period.end - moment) / (period.end - period.start);
  const lineOf = (kind: "credit" | "charge", { item, price, amount }: Priced): ProrationLine => {
    const part = Math.round(amount * rest);
    // Avoids minus zero.
    return { kind, item, price, amount: kind === "charge" || part === 0 ? part : -part };
  };
  const staysIn = (others: readonly Priced[], one: Priced): boolean =>
    others.some(
      (other) =>
        other.item === one.item && other.price === one.price && other.amount === one.amount,
    );
  return [
    ...before.filter((one) => !staysIn(after, one)).map((one) => lineOf("credit", one)),
    ...after.filter((one) => !staysIn(before, one)).map((one) => lineOf("charge", one)),
  ];
}
