/**
 * Whether a cancellation ends the subscription at once, because the customer has not paid for the current period. A
 * renewal counts as unpaid from the start of its period, because Stripe collects its draft invoice an hour later, or up
 * to three days later. The status `past_due` alone does not decide it: the payment that is due may be for an upgrade
 * within a paid period.
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
