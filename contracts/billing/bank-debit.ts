export const BANK_DEBIT = "bacs_debit";

/** By when a bank has usually answered, with a new mandate. Source: docs.stripe.com/payments/bacs-debit */
export const DEBIT_ANSWER = { businessDays: 7 } as const;

/** The first payment by direct debit takes days; until the bank answers it cannot be paid in another way. */
export function isDebitRunning(subscription: {
  readonly status: string;
  readonly brand: string | null;
}): boolean {
  return subscription.status === "incomplete" && subscription.brand === BANK_DEBIT;
}
