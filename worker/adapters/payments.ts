import { Stripe } from "stripe";
import { stripeHostOptions } from "#contracts/billing/stripe-url.ts";
import type { WorkerConfig } from "../config.ts";

/** Half of what a job may take; the queue tries again, and so does the library. */
const TIMEOUT_MS = 15_000;

/**
 * Opens the payment provider.
 *
 * @returns null where none is configured
 */
export function createStripe(
  config: Pick<WorkerConfig, "STRIPE_SECRET_KEY" | "STRIPE_API_BASE">,
): Stripe | null {
  const { STRIPE_SECRET_KEY: key, STRIPE_API_BASE: base } = config;
  if (key === undefined) return null;
  return new Stripe(key, {
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...(base === undefined ? {} : stripeHostOptions(base)),
  });
}

/** Whether the provider says that what it was asked for cannot be. */
export function isInvalidRequest(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}
