import { discountsOn } from "#contracts/billing/discounts.ts";
import { offerError, type OfferError, offerPayments } from "#contracts/billing/retention-offer.ts";
import { cadenceOf, collectionOf } from "#contracts/billing/upcoming-payments.ts";
import type { UserSubscriptionRow } from "#db/billing/find-user-subscription.ts";

export function offerErrorOf(subscription: UserSubscriptionRow): OfferError | null {
  if (subscription.needsCard) return "not_active";
  const { status, acceptedOffer, discounts, currentPeriodEnd: next } = subscription;
  return offerError({
    status,
    isRedeemed: acceptedOffer !== null,
    collection: collectionOf(subscription),
    cadence: cadenceOf(subscription.items),
    payments: offerPayments(subscription),
    couponIds: (next === null ? discounts : discountsOn(discounts, next)).map(
      ({ couponId }) => couponId,
    ),
  });
}
