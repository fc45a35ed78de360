import { BILLING_MESSAGES } from "#contracts/billing/messages.ts";
import { isLiving } from "#contracts/billing/statuses.ts";
import { AppError } from "#contracts/errors.ts";
import { loadOwnSubscription } from "#db/billing/load-own-subscription.ts";
import type { Buyer } from "#db/billing/open-checkout.ts";
import { isRefusal, reach } from "../adapters/payments.ts";
import { signInFirst } from "../auth/account-caller.ts";
import type { CheckoutDeps } from "./begin-checkout.ts";

/**
 * Finds the reduction behind a code. It is for whoever had a subscription, has none now, and comes back.
 *
 * @param code as it was typed, in whatever case
 * @returns the provider's id of it; null for whoever pays already, and is led to their subscription
 * @throws {AppError} `code_refused`, or `unauthenticated` for a session that has ended
 */
export async function findCode(
  { db, payments, now }: CheckoutDeps,
  buyer: Buyer,
  code: string,
): Promise<string | null> {
  if (buyer.kind === "guest") throw codeRefused();
  const reader = { ...buyer, at: now().toISOString() };
  const { is_live: isLive, subscription } = await loadOwnSubscription(db, reader, null);
  if (!isLive) throw signInFirst();
  if (subscription === null || subscription.status === "incomplete_expired") throw codeRefused();
  if (isLiving(subscription.status)) return null;
  const { data } = await reach(() =>
    payments.stripe.promotionCodes.list({ code, active: true, limit: 1 }),
  );
  const [found] = data;
  if (found === undefined) throw codeRefused();
  return found.id;
}

/** Whether the provider has opened no page because of a code: it was used up meanwhile, or is not for this customer. */
export function isCodeRefused(error: unknown): boolean {
  return (
    isRefusal(error) && /^(discounts|promotion_code|coupon)/.test(error.param ?? error.code ?? "")
  );
}

export function codeRefused(): AppError {
  const { badCode } = BILLING_MESSAGES.checkout;
  return new AppError("code_refused", badCode, { details: badCode });
}
