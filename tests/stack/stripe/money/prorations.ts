import type { Period } from "./periods.ts";

export interface Priced {
  readonly item: string;
  readonly price: string;
  /** Pence for a whole period, after discounts. */
  readonly amount: number;
  readonly period: Period;
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
 * @param at unix seconds, clamped to each item's period
 */
export function prorate(
  before: readonly Priced[],
  after: readonly Priced[],
  at: number,
): ProrationLine[] {
  const lineOf = (kind: "credit" | "charge", one: Priced): ProrationLine => {
    const { item, price, amount, period } = one;
    const moment = Math.min(Math.max(at, period.start), period.end);
    const part = Math.round((amount * (period.end - moment)) / (period.end - period.start));
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
