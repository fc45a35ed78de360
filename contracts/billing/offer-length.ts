import { type Offer, RETENTION_OFFER } from "./coupons.ts";

/** The offer to stay for claims whose third renewal comes after three months. Customers are told the same of both. */
export const RETENTION_OFFER_EXTENDED = {
  ...RETENTION_OFFER,
  couponId: "tidepost_retention_20_longer",
  months: 4,
} as const satisfies Offer;

/** What the metadata of a subscription at the payment provider says of one that had the offer, also when that has lapsed. */
export const OFFER_METADATA_KEY = "retention";

/** Whether a coupon at the payment provider is that of the offer to stay, in either length. */
export function isRetentionCoupon(couponId: string | null): boolean {
  return couponId === RETENTION_OFFER.couponId || couponId === RETENTION_OFFER_EXTENDED.couponId;
}

/** Moments of a subscription as the payment provider has them, in seconds since the epoch. */
export type OfferTimestamps = {
  /** When the provider took the offer: its months count from here. */
  readonly start: number;
  /** The end of the period that was running then, which is the first renewal that the offer is for. */
  readonly periodEnd: number;
  /** Where the billing cycle began. */
  readonly anchor: number;
};

/**
 * The coupon with which the offer to stay reduces as many renewals as it promises. Renewals take the day of the anchor, or
 * the last of a month that has no such day; a coupon takes the day of the claim. Whoever pays on the 31st and claims on
 * 28 February after that day's renewal is therefore at 28 May before the third renewal is due.
 *
 * On a few days about the end of a month no number of whole months reduces three renewals: it is two with one, and four
 * with the next. Then it is four, because what was promised is not withheld.
 */
export function chooseOfferCoupon({ start, periodEnd, anchor }: OfferTimestamps): Offer {
  const last = monthsAfter(periodEnd, RETENTION_OFFER.months - 1, dayOf(anchor));
  // What ends with a renewal does not reduce it.
  const isLongEnough = monthsAfter(start, RETENTION_OFFER.months, dayOf(start)) > last;
  return isLongEnough ? RETENTION_OFFER : RETENTION_OFFER_EXTENDED;
}

function dayOf(moment: number): number {
  return new Date(moment * 1_000).getUTCDate();
}

/** The same time of day some months later, on a day of the month or on the last where it has no such day. */
function monthsAfter(moment: number, months: number, day: number): number {
  const date = new Date(moment * 1_000);
  const month = date.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  date.setUTCMonth(month, Math.min(day, lastDay));
  return date.getTime() / 1_000;
}
