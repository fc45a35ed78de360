/**
 * Whether a cancellation takes effect at once: nobody has paid for the rest of an unpaid period. A renewal counts as unpaid from the start of its period, because
 * Stripe collects its draft invoice an hour later, or up to three days later. Past due alone says nothing of the
 * period: the payment may be for an upgrade of one that is paid.
 *
 * @param subscription.renewalPence see `SubscriptionWithRenewal`
 */
export function cancelsImmediately(subscription: {
  readonly status: string;
  readonly renewalPence: number | null;
}): boolean {
  const { status, renewalPence } = subscription;
  return status === "unpaid" || renewalPence !== null;
}
