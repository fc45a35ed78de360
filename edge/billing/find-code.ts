import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import { AppError } from "#contracts/errors.ts";
import { findSubscriptionOfUser } from "#db/billing/find-subscription.ts";
import type { CheckoutOwner } from "#db/billing/start-checkout.ts";
import { isInvalidRequest } from "#db/stripe/errors.ts";
import { unauthenticatedError } from "../http/current-user.ts";
import type { CheckoutDeps } from "./create-checkout-session.ts";

/**
 * Finds a promotion code for a customer who comes back.
 *
 * @param code in any case
 * @returns Stripe's id; null for a buyer with an open subscription
 * @throws {AppError} `code_refused`, or `unauthenticated`
 */
export async function findPromotionCode(
  { db, payments, now }: CheckoutDeps,
  buyer: CheckoutOwner,
  code: string,
): Promise<string | null> {
  if (buyer.kind === "guest") throw promotionCodeRejected();
  const reader = { ...buyer, at: now().toISOString() };
  const { is_session_valid: isLive, subscription } = await findSubscriptionOfUser(db, reader, null);
  if (!isLive) throw unauthenticatedError();
  if (subscription === null || subscription.status === "incomplete_expired")
    throw promotionCodeRejected();
  if (isOpen(subscription.status)) return null;
  const { data } = await payments.stripe.promotionCodes.list({ code, active: true, limit: 1 });
  const [found] = data;
  if (found === undefined) throw promotionCodeRejected();
  return found.id;
}

/** Whether Stripe rejected the code: used up meanwhile, or for another customer. */
export function isPromotionCodeRejected(error: unknown): boolean {
  return (
    isInvalidRequest(error) &&
    /^(discounts|promotion_code|coupon)/.test(error.param ?? error.code ?? "")
  );
}

export function promotionCodeRejected(): AppError {
  const { badCode } = BILLING_MESSAGES.checkout;
  return new AppError("code_refused", badCode, { details: badCode });
}
