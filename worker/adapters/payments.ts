import { Stripe } from "stripe";
import { stripeHostOptions } from "#contracts/billing/stripe-url.ts";
import type { WorkerConfig } from "../config.ts";

/** Half of the job's time limit; BullMQ and stripe-node both retry. */
const TIMEOUT_MS = 15_000;

/** @returns null without a Stripe key */
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

/** Whether Stripe rejected the request as invalid. */
export function isInvalidRequest(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}
