import { COMEBACK_OFFER } from "./coupons.ts";
import { isRetentionCoupon } from "./offer-length.ts";

/** The earlier purchases of all Stripe customers who have the buyer's account or email. */
export type BuyerHistory = {
  /** True also when the payment was refunded since. */
  readonly hasPaid: boolean;
  /** False when everything was refunded. */
  readonly hasKept: boolean;
  readonly hasUsedComeback: boolean;
  /** A subscription ended while a payment for it was owed. */
  readonly hasEndedUnpaid: boolean;
};

export type PromotionCode = {
  readonly couponId: string;
  /** The team marked the coupon as one for returning customers; null for a code that the team made for this buyer. */
  readonly isForReturning: boolean | null;
  /** The sum that the first payment has to reach without discounts; null for none. */
  readonly minimumPence: number | null;
};

export const COMEBACK_CODE: PromotionCode = {
  couponId: COMEBACK_OFFER.couponId,
  isForReturning: false,
  minimumPence: null,
};

export type PromotionCodeError = "other_customers" | "used" | "ended_unpaid" | "below_minimum";

/**
 * The comeback offer is for former customers: once, not after an unpaid invoice, and not after the
 * guarantee gave everything back. A code from Stripe's Dashboard is for new customers unless it is marked or for one customer.
 *
 * @param basketPence null while nothing is chosen
 */
export function promotionCodeError(
  { hasPaid, hasKept, hasUsedComeback, hasEndedUnpaid }: BuyerHistory,
  { couponId, isForReturning, minimumPence }: PromotionCode,
  basketPence: number | null,
): PromotionCodeError | null {
  if (isRetentionCoupon(couponId)) return "other_customers";
  if (couponId !== COMEBACK_OFFER.couponId) {
    if (isForReturning !== null && hasPaid !== isForReturning) return "other_customers";
    return basketPence !== null && basketPence < (minimumPence ?? 0) ? "below_minimum" : null;
  }
  if (!hasPaid) return "other_customers";
  if (hasUsedComeback) return "used";
  if (hasEndedUnpaid) return "ended_unpaid";
  return hasKept ? null : "other_customers";
}
