import type { Stripe } from "stripe";
import { CURRENCY, FOR_SALE, productIdOf, recursAsSold } from "#contracts/catalogue.ts";
import { COMPANY } from "#contracts/company.ts";
import { MINUTE_MS } from "#contracts/durations.ts";
import { AppError } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import { createStripe } from "#db/stripe/client.ts";
import { isResourceMissing, isRetired } from "#db/stripe/errors.ts";
import { findPortalConfiguration } from "#db/stripe/find-portal-configuration.ts";
import { isFromCatalogue } from "#db/stripe/metadata-keys.ts";
import { rememberId } from "#db/stripe/remember-id.ts";
import { createVatRateFinder } from "#db/stripe/vat-rate.ts";
import type { EdgeConfig } from "../config.ts";

export type StripeGateway = {
  stripe: Stripe;
  now: () => Date;
  isLive: boolean;
  /**
   * Finds the prices of this edge's own catalogue, also after `npm run billing:sync` of a newer one.
   *
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
  /** Forgets all ids if Stripe refuses an archived object, so that a repeat looks again. */
  isRetired: (error: unknown) => boolean;
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
  const emptyMemory = () => ({
    findVatRate: createVatRateFinder(stripe, now),
    findPortal: rememberId(() => findPortalConfiguration(stripe), now),
    prices: new Map<string, { id: string; untilMs: number }>(),
  });
  let memory = emptyMemory();
  return {
    stripe,
    now,
    isLive: /^[a-z]+_live_/.test(config.STRIPE_SECRET_KEY ?? ""),
    async getPortalConfiguration() {
      const id = await memory.findPortal();
      if (id === null) {
        throw new AppError("payments_not_configured", BILLING_MESSAGES.checkout.notConfigured, {
          details: "portal",
        });
      }
      return id;
    },
    async getTaxRates() {
      if (vatNumber === null) return [];
      const rate = await memory.findVatRate();
      if (rate === null) throw misconfiguredError("tax rate");
      return [rate];
    },
    async pricesOf(names) {
      const { prices } = memory;
      const missing = names.filter((name) => (prices.get(name)?.untilMs ?? 0) <= now().getTime());
      if (missing.length > 0) {
        const found = await findPrices(stripe, missing);
        const untilMs = now().getTime() + PRICES_TTL_MS;
        missing.forEach((name, index) => {
          const price = found[index];
          if (price === undefined) throw misconfiguredError(name);
          prices.set(name, { id: price.id, untilMs });
        });
      }
      return names.map((name) => prices.get(name)?.id ?? "");
    },
    isRetired(error) {
      if (!isRetired(error)) return false;
      memory = emptyMemory();
      return true;
    },
  };
}

/** The order is that of the names; one that Stripe does not have is undefined. */
async function findPrices(stripe: Stripe, names: readonly string[]) {
  const active = { active: true, limit: 100 };
  const { data } = await stripe.prices.list({ lookup_keys: [...names], ...active });
  return Promise.all(
    names.map(async (name) => {
      const isRight = (price: Stripe.Price) => isCataloguePrice(price, name);
      const current = data.find((price) => price.lookup_key === name && isRight(price));
      if (current !== undefined) return current;
      // A newer catalogue has taken the lookup key.
      const others = await stripe.prices
        .list({ product: productIdOf(name), ...active })
        .catch((error: unknown) => {
          if (isResourceMissing(error)) return { data: [] };
          throw error;
        });
      return others.data.find((price) => isFromCatalogue(price) && isRight(price));
    }),
  );
}

function misconfiguredError(missing: string): AppError {
  return new AppError("payments_not_configured", BILLING_MESSAGES.checkout.misconfigured, {
    details: missing,
  });
}

function isCataloguePrice(price: Stripe.Price, priceId: string): boolean {
  const item = FOR_SALE.find((candidate) => candidate.priceId === priceId);
  return (
    item !== undefined &&
    price.unit_amount === item.pricePence &&
    price.currency === CURRENCY &&
    recursAsSold(price.recurring)
  );
}

/** @throws {AppError} `payments_not_configured` */
export function requireStripe(payments: StripeGateway | null): StripeGateway {
  if (payments !== null) return payments;
  const { notConfigured } = BILLING_MESSAGES.checkout;
  throw new AppError("payments_not_configured", notConfigured, { details: notConfigured });
}
