import { afterPercents } from "./discounts.ts";
import { RETENTION_OFFER } from "./coupons.ts";
import { isActive, type SubscriptionStatus } from "./subscription-status.ts";

/** Stripe's `cancellation_details.feedback` values. */
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

export const FEEDBACK_MAX = 1_000;

/**
 * The offer is taken off after other discounts, as Stripe does. Source: the product specification,
 * retention offer page.
 *
 * @param others percentages of the other discounts on the next payment
 */
export function offerPrices(
  pricePence: number,
  others: readonly number[] = [],
): {
  regularPence: number;
  discountedPence: number;
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

/** Source: the product specification, roles. */
export function offerError(subscription: {
  readonly status: SubscriptionStatus;
  readonly isRedeemed: boolean;
}): OfferError | null {
  if (!isActive(subscription.status)) return "not_active";
  return subscription.isRedeemed ? "redeemed" : null;
}
