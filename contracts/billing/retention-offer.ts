import { COMEBACK_OFFER, OFFERS_STACK, RETENTION_OFFER } from "./coupons.ts";
import { isActive, type SubscriptionStatus } from "./subscription-status.ts";
import {
  type BilledSubscription,
  type Cadence,
  type Collection,
  isMonthly,
  listPayments,
  type Payment,
} from "./upcoming-payments.ts";

/** By Stripe's `cancellation_details.feedback` values. */
export const CANCEL_REASON_LABELS = {
  too_expensive: "It costs too much",
  unused: "I don’t use it enough",
  low_quality: "The quality isn’t what I expected",
  missing_features: "Something I need is missing",
  switched_service: "I’m moving to someone else",
  customer_service: "I wasn’t looked after well",
  too_complex: "It’s too complicated",
  other: "Another reason",
} as const;
export type CancelReason = keyof typeof CANCEL_REASON_LABELS;
export const CANCEL_REASONS = Object.keys(CANCEL_REASON_LABELS) as CancelReason[];

export const FEEDBACK_MAX = 1_000;

export type OfferPayment = Payment & {
  /** The sum that the customer would pay without the offer. */
  readonly regularPence: number;
};

/**
 * Lists the payments that the offer reduces. As Stripe does, it is taken off after the subscription's
 * other discounts and displaces the customer's. It takes a cancellation back. Source: the product
 * specification, retention offer page.
 */
export function offerPayments(subscription: Omit<BilledSubscription, "endsAt">): OfferPayment[] {
  const { percentOff, months } = RETENTION_OFFER;
  const goesOn = { ...subscription, endsAt: null };
  const offer = { percentOff, amountOffPence: null, isOnce: false, endsAt: null };
  const reduced = listPayments(goesOn, months, { offered: [offer] });
  return listPayments(goesOn, months).map(({ at, pence: regularPence }, index) => ({
    at,
    pence: reduced[index]?.pence ?? regularPence,
    regularPence,
  }));
}

/** `not_monthly`: the offer promises monthly payments, and its coupon counts months. `saves_nothing`: it does not lower each. */
export const OFFER_ERRORS = [
  "not_active",
  "redeemed",
  "discounted",
  "saves_nothing",
  "paused",
  "not_monthly",
] as const;
export type OfferError = (typeof OFFER_ERRORS)[number];

/**
 * Source: the product specification, roles.
 *
 * @param couponIds of the discounts on the next payment
 */
export function offerError(subscription: {
  readonly status: SubscriptionStatus;
  readonly isRedeemed: boolean;
  readonly couponIds: readonly (string | null)[];
  readonly payments: readonly OfferPayment[];
  readonly collection: Collection;
  readonly cadence: Cadence | null;
}): OfferError | null {
  if (!isActive(subscription.status)) return "not_active";
  if (subscription.collection === "paused") return "paused";
  if (subscription.collection === "unknown" || !isMonthly(subscription.cadence)) {
    return "not_monthly";
  }
  if (subscription.isRedeemed) return "redeemed";
  const hasComeback = subscription.couponIds.includes(COMEBACK_OFFER.couponId);
  if (hasComeback && !OFFERS_STACK) return "discounted";
  // The customer's discount may be the better one, and credit or free days pay already.
  const isLower = subscription.payments.every(({ pence, regularPence }) => pence < regularPence);
  return isLower ? null : "saves_nothing";
}
