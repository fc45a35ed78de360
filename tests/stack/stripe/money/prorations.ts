/** One item as it was, or as it becomes. */
export interface Priced {
  readonly item: string;
  readonly price: string;
  /** Pence for a whole period, after the discounts in force. */
  readonly amount: number;
}

export interface ProrationLine {
  readonly kind: "credit" | "charge";
  readonly item: string;
  readonly price: string;
  /** Pence: negative for a credit. */
  readonly amount: number;
}

/**
 * What a change in the middle of a period costs: the unused rest of what goes, given back, and the rest of what comes, charged.
 * What stays as it is makes no line.
 *
 * @param period the running period, unix seconds
 * @param at when the change happens, unix seconds; moments outside the period count as its nearer end
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
    // Without the comparison a credit of nothing would be minus zero.
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
