import { Stripe } from "stripe";

/** Whether Stripe rejected the request as invalid. */
export function isInvalidRequest(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError && !isStripeUnavailable(error);
}

/**
 * Whether Stripe has no such object.
 *
 * @param param the request's parameter that names it; any if left out
 */
export function isResourceMissing(error: unknown, param?: string): boolean {
  return (
    isInvalidRequest(error) &&
    error.code === "resource_missing" &&
    (param === undefined || error.param === param)
  );
}

/** Whether Stripe could not be asked, so that a repeat may succeed. */
export function isStripeUnavailable(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    error instanceof Stripe.errors.StripeAPIError ||
    // A concurrent request with the same idempotency key, or a lock on the object.
    (error instanceof Stripe.errors.StripeError && error.statusCode === 409)
  );
}

/** Whether Stripe does not accept our key, or not for this request. */
export function isStripeKeyRejected(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError
  );
}
