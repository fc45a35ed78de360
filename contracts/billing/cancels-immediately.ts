/**
 * Nobody has paid for the rest of an unpaid period. A renewal counts as unpaid from the start of its
 * period: Stripe collects its draft invoice about an hour later.
 *
 * @param subscription.renewalPence see `SubscriptionWithRenewal`
 */
export function cancelsImmediately(subscription: {
  readonly status: string;
  readonly renewalPence: number | null;
}): boolean {
  const { status, renewalPence } = subscription;
  return status === "past_due" || status === "unpaid" || renewalPence !== null;
}
