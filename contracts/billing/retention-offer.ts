import { afterPercents } from "./discounts.ts";
import { RETENTION_OFFER } from "./coupons.ts";
import { isActive, type SubscriptionStatus } from "./subscription-status.ts";

/** Why somebody leaves, in the payment provider's words. */
export const CANCEL_REASONS = [
  "too_expensive",
  "unused",
  "low_quality",
  "missing_features",
  "switched_service",
  "customer_service",
  "too_complex",
  "other",
] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

/** The same for people. */
export const CANCEL_REASON_LABELS: Readonly<Record<CancelReason, string>> = {
  too_expensive: "It costs too much",
  unused: "I don't use it enough",
  low_quality: "The quality is not what I expected",
  missing_features: "Something that I need is missing",
  switched_service: "I am moving to somebody else",
  customer_service: "I was not looked after well",
  too_complex: "It is too complicated",
  other: "Another reason",
};

/** How much somebody can add in their own words, in characters. */
export const FEEDBACK_MAX = 1_000;

/**
 * What the offer to stay does to a monthly price, in pence. It comes off what other discounts leave, each of which comes off
 * what the one before leaves, as the payment provider reckons. Source: the product specification, retention offer page.
 *
 * @param pricePence of what is paid for when the offer begins: of a change that is booked, where there is one
 * @param others the discounts in percent that come off the next payment in any case
 */
export function offerPrices(
  pricePence: number,
  others: readonly number[] = [],
): {
  regularPence: number;
  discountedPence: number;
  /** Over all months of the offer. */
  savingPence: number;
} {
  const regularPence = afterPercents(pricePence, others);
  const discountedPence = afterPercents(regularPence, [RETENTION_OFFER.percentOff]);
  return {
    regularPence,
    discountedPence,
    savingPence: (regularPence - discountedPence) * RETENTION_OFFER.months,
  };
}

export type OfferError = "not_active" | "redeemed";

/** Why a subscription cannot have the offer to stay; null where it can. Source: the product specification, roles. */
export function offerError(subscription: {
  readonly status: SubscriptionStatus;
  readonly isRedeemed: boolean;
}): OfferError | null {
  if (!isActive(subscription.status)) return "not_active";
  return subscription.isRedeemed ? "redeemed" : null;
}
