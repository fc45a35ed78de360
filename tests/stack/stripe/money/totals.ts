/** Stripe's minimum charge in pence or cents; less goes to the customer balance. */
const LEAST_CHARGE: Readonly<Record<string, number>> = { gbp: 30, eur: 50, usd: 50 };

export interface Totals {
  readonly subtotal: number;
  readonly discount: number;
  readonly total: number;
  readonly amountDue: number;
  /** Negative is credit; positive is due with the next invoice. */
  readonly endingBalance: number;
}

/**
 * All in the smallest unit of the currency.
 *
 * @param startingBalance negative is credit
 */
export function addUp(
  lines: readonly { readonly amount: number; readonly discounts: readonly { amount: number }[] }[],
  startingBalance: number,
  currency: string,
): Totals {
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const discount = lines
    .flatMap((line) => line.discounts)
    .reduce((sum, { amount }) => sum + amount, 0);
  const total = subtotal - discount;
  const owed = total + startingBalance;
  const amountDue = owed < (LEAST_CHARGE[currency] ?? 0) ? 0 : owed;
  return { subtotal, discount, total, amountDue, endingBalance: owed - amountDue };
}
