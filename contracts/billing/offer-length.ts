import { type Offer, RETENTION_OFFER } from "./coupons.ts";
import { dayOf, monthsAfter } from "./renewals.ts";

/** The offer of a subscription whose third renewal comes after three months. Customers read the same text. */
export const RETENTION_OFFER_EXTENDED = {
  ...RETENTION_OFFER,
  couponId: "tidepost_retention_20_longer",
  months: 4,
} as const satisfies Offer;

export function isRetentionCoupon(couponId: string | null): boolean {
  return couponId === RETENTION_OFFER.couponId || couponId === RETENTION_OFFER_EXTENDED.couponId;
}

/** Timestamps from Stripe, in seconds since the epoch. */
type OfferTimestamps = {
  readonly start: number;
  /** The first renewal that the offer reduces. */
  readonly periodEnd: number;
  /** Stripe's `billing_cycle_anchor`. */
  readonly anchor: number;
};

/**
 * Picks the coupon that reduces as many renewals as the offer promises. Renewals fall on the
 * anchor's day or the month's last; a coupon counts from the day of acceptance. Paid on the 31st
 * and accepted on 28 February, three months end on 28 May, before the third renewal.
 *
 * Around the ends of some months no coupon reduces exactly three renewals; that one reduces four.
 */
export function chooseOfferCoupon({ start, periodEnd, anchor }: OfferTimestamps): Offer {
  const last = monthsAfter(periodEnd, RETENTION_OFFER.months - 1, dayOf(anchor));
  // A discount that ends at a renewal does not reduce it.
  const isLongEnough = monthsAfter(start, RETENTION_OFFER.months, dayOf(start)) > last;
  return isLongEnough ? RETENTION_OFFER : RETENTION_OFFER_EXTENDED;
}
