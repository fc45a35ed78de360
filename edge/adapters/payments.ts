import { Stripe } from "stripe";
import { stripeHostOptions } from "#contracts/billing/stripe-url.ts";
import { FOR_SALE } from "#contracts/catalogue.ts";
import { AppError } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import type { EdgeConfig } from "../config.ts";

/** The payment provider, as the edge uses it. */
export type StripeGateway = {
  stripe: Stripe;
  /** Whether real money is meant. */
  isLive: boolean;
  /**
   * Finds the provider's prices.
   *
   * @param names as the catalogue has them
   * @returns the provider's ids in the same order
   * @throws {AppError} `payments_not_configured` when one is missing there or costs something else
   */
  pricesOf: (names: readonly string[]) => Promise<string[]>;
};

/** A customer waits for the answer, and the library asks up to three times. */
const TIMEOUT_MS = 8_000;

// An amount cannot be edited at the provider, only its name given to another price.
const PRICES_KEPT_MS = 10 * 60_000;

/**
 * Opens the payment provider.
 *
 * @returns null where none is configured
 */
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
 * Asks the provider, and says what is wrong in our own words when it does not answer or does not know us: what the
 * library says may quote a person.
 *
 * @throws {AppError} `payments_unavailable` or `payments_not_configured`; what the provider refuses is thrown as it is
 */
export async function callStripe<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (
      error instanceof Stripe.errors.StripeConnectionError ||
      error instanceof Stripe.errors.StripeRateLimitError ||
      error instanceof Stripe.errors.StripeAPIError ||
      // Something else is being done to the same thing just now, or the same is asked at this moment.
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
 * Whether the provider says that it has no such thing.
 *
 * @param param which of the things that were named; left out, any
 */
export function isResourceMissing(error: unknown, param?: string): boolean {
  return (
    isInvalidRequest(error) &&
    error.code === "resource_missing" &&
    (param === undefined || error.param === param)
  );
}

/** Whether the provider says that what it was asked for cannot be. */
export function isInvalidRequest(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}
