import { Stripe } from "stripe";
import { stripeHostOptions } from "#contracts/billing/stripe-url.ts";
import { FOR_SALE } from "#contracts/catalogue.ts";
import { AppError } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import type { EdgeConfig } from "../config.ts";

export type StripeGateway = {
  stripe: Stripe;
  /** Stripe's live mode. */
  isLive: boolean;
  /**
   * Finds Stripe's price ids, in the order of the catalogue's.
   *
   * @throws {AppError} `payments_not_configured` when one is missing at Stripe or has another
   * amount
   */
  pricesOf: (names: readonly string[]) => Promise<string[]>;
};

/** A customer waits, and the SDK makes up to three attempts. */
const TIMEOUT_MS = 8_000;

// Stripe cannot edit an amount, only move the lookup key to another price.
const PRICES_KEPT_MS = 10 * 60_000;

/** @returns null without a Stripe key */
export function createStripeGateway(
  config: Pick<EdgeConfig, "STRIPE_SECRET_KEY" | "STRIPE_API_BASE">,
  now: () => Date,
): StripeGateway | null {
  const { STRIPE_SECRET_KEY: key, STRIPE_API_BASE: base } = config;
  if (key === undefined) return null;
  const stripe = new Stripe(key, {
    httpClient: Stripe.createFetchHttpClient(),
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...(base === undefined ? {} : stripeHostOptions(base)),
  });
  const kept = new Map<string, { id: string; untilMs: number }>();
  return {
    stripe,
    isLive: /^[a-z]+_live_/.test(key),
    async pricesOf(names) {
      const missing = names.filter((name) => (kept.get(name)?.untilMs ?? 0) <= now().getTime());
      if (missing.length > 0) {
        const { data } = await callStripe(() =>
          stripe.prices.list({ lookup_keys: missing, active: true, limit: 100 }),
        );
        const untilMs = now().getTime() + PRICES_KEPT_MS;
        for (const price of data) {
          if (price.lookup_key !== null && isAsOffered(price)) {
            kept.set(price.lookup_key, { id: price.id, untilMs });
          }
        }
      }
      return names.map((name) => {
        const price = kept.get(name);
        if (price === undefined || price.untilMs <= now().getTime()) {
          throw new AppError("payments_not_configured", BILLING_MESSAGES.checkout.misconfigured, {
            details: name,
          });
        }
        return price.id;
      });
    },
  };
}

function isAsOffered(price: Stripe.Price): boolean {
  const item = FOR_SALE.find(({ priceId }) => priceId === price.lookup_key);
  return (
    item !== undefined &&
    price.unit_amount === item.pricePence &&
    price.currency === "gbp" &&
    price.recurring?.interval === "month" &&
    price.recurring.interval_count === 1
  );
}

/**
 * Calls Stripe and maps its outages to our errors; Stripe's own messages may quote personal data.
 *
 * @throws {AppError} `payments_unavailable` or `payments_not_configured`; Stripe's rejections are
 * passed on
 */
export async function callStripe<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (
      error instanceof Stripe.errors.StripeConnectionError ||
      error instanceof Stripe.errors.StripeRateLimitError ||
      error instanceof Stripe.errors.StripeAPIError ||
      // 409: a concurrent request with the same idempotency key, or a lock on the object.
      (error instanceof Stripe.errors.StripeError && error.statusCode === 409)
    ) {
      throw new AppError("payments_unavailable", BILLING_MESSAGES.checkout.unavailable, {
        cause: error,
      });
    }
    if (
      error instanceof Stripe.errors.StripeAuthenticationError ||
      error instanceof Stripe.errors.StripePermissionError
    ) {
      throw new AppError("payments_not_configured", BILLING_MESSAGES.checkout.notConfigured, {
        details: BILLING_MESSAGES.checkout.notConfigured,
        cause: error,
      });
    }
    throw error;
  }
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

/** Whether Stripe rejected the request as invalid. */
export function isInvalidRequest(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}
