/** The least that a card can be charged, in pence; less waits on the customer's balance. */
const LEAST_CHARGE_PENCE = 30;

export interface Totals {
  readonly subtotal: number;
  readonly discount: number;
  /** Negative when more is given back than charged. */
  readonly total: number;
  /** What a card has to pay, never negative. */
  readonly amountDue: number;
  /** The customer's balance afterwards: negative is credit, positive is owed with the next invoice. */
  readonly endingBalance: number;
}

/**
 * Adds up an invoice. All in pence.
 *
 * @param startingBalance the customer's balance before: negative is credit
 */
export function addUp(
  lines: readonly { readonly amount: number; readonly discounts: readonly { amount: number }[] }[],
  startingBalance: number,
): Totals {
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const discount = lines
    .flatMap((line) => line.discounts)
    .reduce((sum, { amount }) => sum + amount, 0);
  const total = subtotal - discount;
  const owed = total + startingBalance;
  const amountDue = owed < LEAST_CHARGE_PENCE ? 0 : owed;
  return { subtotal, discount, total, amountDue, endingBalance: owed - amountDue };
}
