/** Stripe's type of a British bank debit. */
export const BANK_DEBIT = "bacs_debit";

/** By when a bank has usually answered, with a new mandate. Source: docs.stripe.com/payments/bacs-debit */
export const DEBIT_ANSWER = { businessDays: 7 } as const;

/** Whether the bank is being asked for the first payment: nobody can pay it in another way meanwhile. */
export function isDebitRunning(subscription: {
  readonly status: string;
  readonly brand: string | null;
}): boolean {
  return subscription.status === "incomplete" && subscription.brand === BANK_DEBIT;
}
