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

/** Whether the request names an archived or deleted price, tax rate, portal configuration or the like. */
export function isRetired(error: unknown): boolean {
  if (!isInvalidRequest(error)) return false;
  return (
    /\b(inactive|archived|not active)\b/i.test(error.message) ||
    (isResourceMissing(error) && /price|tax_rate|configuration/.test(error.param ?? ""))
  );
}

/** Stripe's code is `resource_missing`, as for an object that is gone. */
export function isCardMissing(error: unknown): boolean {
  return isInvalidRequest(error) && error.message.includes("no attached payment source");
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

/** What an operator needs to know of an error from Stripe; its message may hold personal data. */
export type StripeRefusal = {
  readonly kind: "unavailable" | "key" | "card" | "request";
  readonly stripeType: string;
  readonly stripeCode: string | null;
  readonly param: string | null;
  readonly status: number | null;
  /** Finds the request in Stripe's Dashboard. */
  readonly stripeRequestId: string | null;
};

/** @returns null for an error that is not Stripe's */
export function stripeRefusalOf(error: unknown): StripeRefusal | null {
  if (!(error instanceof Stripe.errors.StripeError)) return null;
  return {
    kind: kindOf(error),
    stripeType: error.type,
    stripeCode: error.code ?? null,
    param: error.param ?? null,
    status: error.statusCode ?? null,
    stripeRequestId: error.requestId ?? null,
  };
}

function kindOf(error: Stripe.errors.StripeError): StripeRefusal["kind"] {
  // Another request with the same key had other parameters. A request that is made anew has a new key.
  const isRepeatable = error instanceof Stripe.errors.StripeIdempotencyError;
  if (isRepeatable || isStripeUnavailable(error)) return "unavailable";
  if (error instanceof Stripe.errors.StripeCardError) return "card";
  const isKeyRejected =
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError;
  return isKeyRejected ? "key" : "request";
}
