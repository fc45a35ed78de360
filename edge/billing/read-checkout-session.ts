import type { Stripe } from "stripe";
import { AppError } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import { findCheckoutSession } from "#db/billing/find-checkout-sessions.ts";
import { isResourceMissing } from "#db/stripe/errors.ts";
import { requireStripe } from "../adapters/stripe-gateway.ts";
import type { EdgeDeps } from "../deps.ts";

const SESSION_ID = /^cs_[A-Za-z0-9_]{1,240}$/;

type CheckoutSession = Pick<Stripe.Checkout.Session, "id" | "status"> & {
  customerId: string | null;
  subscriptionId: string | null;
  /** Whether its purchase was read before. */
  isKnown: boolean;
};

/**
 * Asks Stripe only about a payment page that we opened, until its purchase was read.
 *
 * @throws {AppError} `not_found`, and what Stripe throws
 */
export async function readCheckoutSession(
  { db, payments }: Pick<EdgeDeps, "db" | "payments">,
  id: string,
): Promise<CheckoutSession> {
  const { stripe } = requireStripe(payments);
  const ours = SESSION_ID.test(id) ? await findCheckoutSession(db, id) : null;
  if (ours === null) throw noSessionError();
  if (ours.subscriptionId !== null) return { id, status: "complete", ...ours, isKnown: true };
  try {
    const { status, customer, subscription } = await stripe.checkout.sessions.retrieve(id);
    return {
      id,
      status,
      customerId: typeof customer === "string" ? customer : null,
      subscriptionId: typeof subscription === "string" ? subscription : null,
      isKnown: false,
    };
  } catch (error) {
    if (isResourceMissing(error)) throw noSessionError();
    throw error;
  }
}

export function noSessionError(): AppError {
  return new AppError("not_found", BILLING_MESSAGES.checkout.noSession);
}
