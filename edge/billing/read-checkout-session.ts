import type { Stripe } from "stripe";
import { AppError } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import { isResourceMissing } from "#db/stripe/errors.ts";

const SESSION_ID = /^cs_[A-Za-z0-9_]{1,240}$/;

/** @throws {AppError} `not_found`, and what Stripe throws */
export async function readCheckoutSession(
  stripe: Stripe,
  id: string,
): Promise<Stripe.Checkout.Session> {
  if (!SESSION_ID.test(id)) throw noSessionError();
  try {
    return await stripe.checkout.sessions.retrieve(id);
  } catch (error) {
    if (isResourceMissing(error)) throw noSessionError();
    throw error;
  }
}

export function noSessionError(): AppError {
  return new AppError("not_found", BILLING_MESSAGES.checkout.noSession);
}
