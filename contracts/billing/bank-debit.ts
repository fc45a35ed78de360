/** Stripe's type of a British bank debit. */
export const BANK_DEBIT = "bacs_debit";

/** With a new mandate. Source: docs.stripe.com/payments/bacs-debit */
const ANSWER_WORKING_DAYS = 7;

const SUNDAY = 0;
const SATURDAY = 6;

/** Whether the bank is being asked for the first payment: nobody can pay it in another way meanwhile. */
export function isDebitRunning(subscription: {
  readonly status: string;
  readonly brand: string | null;
}): boolean {
  return subscription.status === "incomplete" && subscription.brand === BANK_DEBIT;
}

/**
 * Calculates the day by which a bank has usually answered. Bank holidays are not known here.
 *
 * @param startedAt ISO 8601
 * @returns ISO 8601
 */
export function debitAnswerBy(startedAt: string): string {
  const date = new Date(startedAt);
  for (let left = ANSWER_WORKING_DAYS; left > 0;) {
    date.setUTCDate(date.getUTCDate() + 1);
    const day = date.getUTCDay();
    if (day !== SATURDAY && day !== SUNDAY) left -= 1;
  }
  return date.toISOString();
}
