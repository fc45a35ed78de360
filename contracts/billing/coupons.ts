export const PROMOTION_CODE_MAX = 50;

/** Coupon ids are ours, so they are the same in every Stripe account. */
export type Offer = {
  readonly couponId: string;
  /** Printed on invoices. */
  readonly name: string;
  readonly percentOff: number;
  readonly months: number;
};

export const RETENTION_OFFER = {
  couponId: "tidepost_retention_20",
  name: "20% off for 3 months",
  percentOff: 20,
  months: 3,
} as const satisfies Offer;

/** Whether a customer with the comeback discount may take the retention offer on top. */
export const OFFERS_STACK: boolean = false;

export const COMEBACK_OFFER = {
  couponId: "tidepost_comeback_30",
  name: "30% off your first 3 months back",
  percentOff: 30,
  months: 3,
  code: "comeback30",
} as const satisfies Offer & { code: string };
