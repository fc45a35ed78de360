/**
 * Whether a cancellation ends the subscription immediately: a period that is not paid has nothing
 * to run on for. A renewal counts as unpaid from the start of its period, because Stripe collects
 * its draft invoice about an hour later.
 *
 * @param subscription.renewalPence pence that Stripe will still collect for the running period; null
 * for none
 */
export function cancelsImmediately(subscription: {
  readonly status: string;
  readonly renewalPence: number | null;
}): boolean {
  const { status, renewalPence } = subscription;
  return status === "past_due" || status === "unpaid" || renewalPence !== null;
}
