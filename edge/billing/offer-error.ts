import { RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { discountsOn } from "#contracts/billing/discounts.ts";
import { offerError, type OfferError, offerPayments } from "#contracts/billing/retention-offer.ts";
import { cadenceOf, collectionOf } from "#contracts/billing/upcoming-payments.ts";
import type { UserSubscriptionRow } from "#db/billing/find-user-subscription.ts";

export function offerErrorOf(subscription: UserSubscriptionRow): OfferError | null {
  if (subscription.needsCard) return "not_active";
  const { status, acceptedOffer, discounts, currentPeriodEnd: next } = subscription;
  const payments = offerPayments(subscription);
  return offerError({
    status,
    isRedeemed: acceptedOffer !== null,
    // Sums that we cannot tell are not promised.
    collection: payments.length < RETENTION_OFFER.months ? "unknown" : collectionOf(subscription),
    cadence: cadenceOf(subscription.items),
    payments,
    couponIds: (next === null ? discounts : discountsOn(discounts, next)).map(
      ({ couponId }) => couponId,
    ),
  });
}
