/**
 * Whether a cancellation ends it at once: what owes a payment has nothing paid for that it could run on for. What is owed is
 * owed no more then. A renewal is owed from the moment at which its period begins; the provider takes it about an hour later,
 * and would take it from somebody who was told that nothing more is charged.
 *
 * @param subscription.renewalPence what is still to be taken for the period that runs; null where nothing is
 */
export function cancelsImmediately(subscription: {
  readonly status: string;
  readonly renewalPence: number | null;
}): boolean {
  const { status, renewalPence } = subscription;
  return status === "past_due" || status === "unpaid" || renewalPence !== null;
}
