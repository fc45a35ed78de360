import { COMEBACK_OFFER } from "#contracts/billing/coupons.ts";
import {
  type BuyerHistory,
  COMEBACK_CODE,
  type PromotionCode,
  promotionCodeError,
  type PromotionCodeError,
} from "#contracts/billing/promotion-code.ts";
import { AppError } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import { findBuyerHistory } from "#db/billing/find-buyer-history.ts";
import type { CheckoutOwner } from "#db/billing/start-checkout.ts";
import { isInvalidRequest } from "#db/stripe/errors.ts";
import { COUPON_FOR_KEY } from "#db/stripe/metadata-keys.ts";
import type { StripeGateway } from "../adapters/stripe-gateway.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireSignedIn } from "../http/current-user.ts";

const CODE_MESSAGES: Readonly<Record<PromotionCodeError, string>> = {
  other_customers: BILLING_MESSAGES.checkout.badCode,
  used: BILLING_MESSAGES.checkout.codeUsed,
  ended_unpaid: BILLING_MESSAGES.checkout.codeAfterUnpaid,
};

/** Stripe's own rule. */
const CODE = /^[A-Za-z0-9-]+$/;

type PromotionCodeDeps = Pick<EdgeDeps, "db" | "now"> & { payments: StripeGateway };

/**
 * Finds a promotion code that the buyer may use. A guest counts as a new customer.
 *
 * @returns Stripe's id; null for a buyer with an open subscription
 * @throws {AppError} `code_refused`, or `unauthenticated`
 */
export async function findPromotionCode(
  { db, now, payments }: PromotionCodeDeps,
  buyer: CheckoutOwner,
  code: string,
): Promise<string | null> {
  const history = requireSignedIn(await findBuyerHistory(db, buyer, now().toISOString()));
  if (history.isSubscribed) return null;
  // Refused without a request to Stripe.
  if (code.toLowerCase() === COMEBACK_OFFER.code) requireCodeAllowed(history, COMEBACK_CODE);
  if (!CODE.test(code)) throw codeRefusedError("other_customers");
  const { data } = await payments.stripe.promotionCodes.list({
    code,
    active: true,
    limit: 1,
    expand: ["data.promotion.coupon"],
  });
  const [found] = data;
  const coupon = found?.promotion.coupon ?? null;
  if (found === undefined || coupon === null || typeof coupon === "string") {
    throw codeRefusedError("other_customers");
  }
  requireCodeAllowed(history, {
    couponId: coupon.id,
    isForReturning: coupon.metadata?.[COUPON_FOR_KEY] === "returning",
  });
  return found.id;
}

/** @throws {AppError} `code_refused` */
function requireCodeAllowed(history: BuyerHistory, code: PromotionCode): void {
  const error = promotionCodeError(history, code);
  if (error !== null) throw codeRefusedError(error);
}

/**
 * Whether Stripe refuses to open a session because its code was used up in the meantime or is for other customers.
 * Stripe's error names a parameter, a code or neither.
 */
export function isPromotionCodeRejected(error: unknown): boolean {
  return (
    isInvalidRequest(error) &&
    (/^(discounts|promotion_code|coupon)/.test(error.param ?? error.code ?? "") ||
      /promotion code/i.test(error.message))
  );
}

export function codeRefusedError(error: PromotionCodeError): AppError {
  const message = CODE_MESSAGES[error];
  return new AppError("code_refused", message, { details: message });
}
