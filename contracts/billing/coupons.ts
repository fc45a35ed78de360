/**
 * A discount that we promise, as a coupon at Stripe. The id is the same in every Stripe account.
 */
export type Offer = {
  readonly couponId: string;
  /** Printed on invoices. */
  readonly name: string;
  readonly percentOff: number;
  readonly months: number;
};

/** The retention offer. Once per subscription. */
export const RETENTION_OFFER = {
  couponId: "tidepost_retention_20",
  name: "20% off for 3 months",
  percentOff: 20,
  months: 3,
} as const satisfies Offer;

/** The comeback offer, redeemed with a promotion code after a cancellation. */
export const COMEBACK_OFFER = {
  couponId: "tidepost_comeback_30",
  name: "30% off your first 3 months back",
  percentOff: 30,
  months: 3,
  code: "comeback30",
} as const satisfies Offer & { code: string };
