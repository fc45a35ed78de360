import { Stripe } from "stripe";

export function isInvalidRequest(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError && !isStripeUnavailable(error);
}

/** @param param the request's parameter that names it; any if left out */
export function isResourceMissing(error: unknown, param?: string): boolean {
  return (
    isInvalidRequest(error) &&
    error.code === "resource_missing" &&
    (param === undefined || error.param === param)
  );
}

/** Stripe's code is `resource_missing`, as for an object that is gone. */
export function isCardMissing(error: unknown): boolean {
  return isInvalidRequest(error) && error.message.includes("no attached payment source");
}

/** Another request with the same key had other parameters. A request that is made anew has a new key. */
export function isIdempotencyKeyReused(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeIdempotencyError;
}

/** A repeat may succeed. */
export function isStripeUnavailable(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    error instanceof Stripe.errors.StripeAPIError ||
    // A concurrent request with the same idempotency key, or a lock on the object.
    (error instanceof Stripe.errors.StripeError && error.statusCode === 409)
  );
}

export function isStripeKeyRejected(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError
  );
}
