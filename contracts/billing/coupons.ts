/** A reduction that we promise, as one coupon at the payment provider. */
export type Offer = {
  /** The coupon's id, the same in every account of the provider. */
  readonly couponId: string;
  /** As the provider prints it on invoices. */
  readonly name: string;
  readonly percentOff: number;
  readonly months: number;
};

/** For whoever is about to cancel. Once for a subscription. */
export const RETENTION_OFFER = {
  couponId: "tidepost_retention_20",
  name: "20% off for 3 months",
  percentOff: 20,
  months: 3,
} as const satisfies Offer;

/** For whoever has cancelled and comes back, with a code that they are told. */
export const COMEBACK_OFFER = {
  couponId: "tidepost_comeback_30",
  name: "30% off your first 3 months back",
  percentOff: 30,
  months: 3,
  code: "comeback30",
} as const satisfies Offer & { code: string };
