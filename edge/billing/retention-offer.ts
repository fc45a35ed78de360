import { afterPercents, discountPercentsAt } from "#contracts/billing/discounts.ts";
import { priceSumPence } from "#contracts/billing/plan-change.ts";
import { offerError, type OfferError } from "#contracts/billing/retention-offer.ts";
import type { UserSubscriptionRow } from "#db/billing/find-subscription.ts";
import { monthlyPenceOf } from "#db/billing/subscription.ts";
import { toUnixSeconds } from "./to-unix-seconds.ts";

export function offerErrorOf({ status, acceptedOffer }: UserSubscriptionRow): OfferError | null {
  return offerError({ status, isRedeemed: acceptedOffer !== null });
}

/** The next payment without the offer. */
export function nextPaymentPence(subscription: UserSubscriptionRow): number {
  const { scheduled } = subscription;
  const pence =
    scheduled === null ? monthlyPenceOf(subscription) : priceSumPence(scheduled.priceIds);
  return afterPercents(pence, nextDiscountPercents(subscription));
}

function nextDiscountPercents({ discounts, currentPeriodEnd }: UserSubscriptionRow): number[] {
  return discountPercentsAt(
    discounts.map(({ percentOff, endsAt }) => ({ percentOff, endsAt: toUnixSeconds(endsAt) })),
    toUnixSeconds(currentPeriodEnd),
  );
}
