import type { Stripe } from "stripe";
import { FOR_SALE } from "#contracts/catalogue.ts";
import { COMPANY } from "#contracts/company.ts";
import { MINUTE_MS } from "#contracts/durations.ts";
import { AppError } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import { createStripe } from "#db/stripe/client.ts";
import { findPortalConfiguration } from "#db/stripe/find-portal-configuration.ts";
import { rememberId } from "#db/stripe/remember-id.ts";
import { createVatRateFinder } from "#db/stripe/vat-rate.ts";
import type { EdgeConfig } from "../config.ts";

export type StripeGateway = {
  stripe: Stripe;
  isLive: boolean;
  /**
   * @throws {AppError} `payments_not_configured` when one is missing at Stripe or has another
   * amount
   */
  pricesOf: (names: readonly string[]) => Promise<string[]>;
  /**
   * Id of the portal's configuration.
   *
   * @throws {AppError} `payments_not_configured` before `npm run billing:sync` has made it
   */
  getPortalConfiguration: () => Promise<string>;
  /**
   * For new subscriptions; none for a company that is not registered for VAT.
   *
   * @throws {AppError} `payments_not_configured` before `npm run billing:sync` has made the rate
   */
  getTaxRates: () => Promise<string[]>;
};

/** A customer waits, and the SDK makes up to three attempts. */
const TIMEOUT_MS = 8_000;

// Stripe cannot edit an amount, only move the lookup key to another price.
const PRICES_TTL_MS = 10 * MINUTE_MS;

/** @returns null without a Stripe key */
export function createStripeGateway(
  config: Pick<EdgeConfig, "STRIPE_SECRET_KEY" | "STRIPE_API_BASE">,
  now: () => Date,
  { vatNumber }: typeof COMPANY = COMPANY,
): StripeGateway | null {
  const stripe = createStripe(config, TIMEOUT_MS);
  if (stripe === null) return null;
  const findVatRate = createVatRateFinder(stripe, now);
  const findPortal = rememberId(() => findPortalConfiguration(stripe), now);
  const cached = new Map<string, { id: string; untilMs: number }>();
  return {
    stripe,
    isLive: /^[a-z]+_live_/.test(config.STRIPE_SECRET_KEY ?? ""),
    async getPortalConfiguration() {
      const id = await findPortal();
      if (id === null) {
        throw new AppError("payments_not_configured", BILLING_MESSAGES.checkout.notConfigured, {
          details: "portal",
        });
      }
      return id;
    },
    async getTaxRates() {
      if (vatNumber === null) return [];
      const rate = await findVatRate();
      if (rate === null) throw misconfiguredError("tax rate");
      return [rate];
    },
    async pricesOf(names) {
      const missing = names.filter((name) => (cached.get(name)?.untilMs ?? 0) <= now().getTime());
      if (missing.length > 0) {
        const { data } = await stripe.prices.list({
          lookup_keys: missing,
          active: true,
          limit: 100,
        });
        const untilMs = now().getTime() + PRICES_TTL_MS;
        for (const price of data) {
          if (price.lookup_key !== null && isCataloguePrice(price)) {
            cached.set(price.lookup_key, { id: price.id, untilMs });
          }
        }
      }
      return names.map((name) => {
        const price = cached.get(name);
        if (price === undefined || price.untilMs <= now().getTime()) {
          throw misconfiguredError(name);
        }
        return price.id;
      });
    },
  };
}

function misconfiguredError(missing: string): AppError {
  return new AppError("payments_not_configured", BILLING_MESSAGES.checkout.misconfigured, {
    details: missing,
  });
}

function isCataloguePrice(price: Stripe.Price): boolean {
  const item = FOR_SALE.find(({ priceId }) => priceId === price.lookup_key);
  return (
    item !== undefined &&
    price.unit_amount === item.pricePence &&
    price.currency === "gbp" &&
    price.recurring?.interval === "month" &&
    price.recurring.interval_count === 1
  );
}

/** @throws {AppError} `payments_not_configured` */
export function requireStripe(payments: StripeGateway | null): StripeGateway {
  if (payments !== null) return payments;
  throw stripeNotConfiguredError();
}

export function stripeNotConfiguredError(cause?: Error): AppError {
  const { notConfigured } = BILLING_MESSAGES.checkout;
  return new AppError("payments_not_configured", notConfigured, { details: notConfigured, cause });
}
