import type { Stripe } from "stripe";
import { recursAsSold } from "#contracts/catalogue.ts";
import { findPortalConfiguration } from "#db/stripe/find-portal-configuration.ts";
import { idOf } from "#db/stripe/id-of.ts";
import { isFromCatalogue } from "#db/stripe/metadata-keys.ts";
import { listAll } from "#db/stripe/with-archived.ts";

const PAGE = { limit: 100 } as const;

export type StripeCatalogue = Awaited<ReturnType<typeof readStripeCatalogue>>;

export async function readStripeCatalogue(stripe: Stripe) {
  const [products, prices, coupons, codes, webhooks, portal, taxRates] = await Promise.all([
    listAll(stripe.products.list(PAGE)),
    listAll(stripe.prices.list(PAGE)),
    listAll(stripe.coupons.list(PAGE)),
    listAll(stripe.promotionCodes.list({ ...PAGE, active: true })),
    listAll(stripe.webhookEndpoints.list(PAGE)),
    findPortalConfiguration(stripe),
    listAll(stripe.taxRates.list({ ...PAGE, active: true })),
  ]);
  const usedPriceIds = await listUsedPriceIds(stripe, prices);
  return {
    products: products.map((product) => ({
      id: product.id,
      name: product.name,
      isActive: product.active,
      features: product.marketing_features.flatMap(({ name }) => name ?? []),
      isOurs: isFromCatalogue(product),
    })),
    prices: prices.map((price) => ({
      id: price.id,
      productId: idOf(price.product),
      lookupKey: price.lookup_key,
      // Our price's id, which it keeps when the lookup key moves to another price.
      metadataPriceId: price.metadata["price_id"] ?? null,
      pence: price.unit_amount,
      currency: price.currency,
      isMonthly: recursAsSold(price.recurring),
      isActive: price.active,
      // Made by `npm run billing:sync`, not by hand.
      isOurs: isFromCatalogue(price),
      // A subscription that has not ended has it.
      isInUse: usedPriceIds.has(price.id),
    })),
    coupons: coupons.map((coupon) => ({
      id: coupon.id,
      name: coupon.name ?? "",
      percentOff: coupon.percent_off,
      months: coupon.duration === "repeating" ? coupon.duration_in_months : null,
      // Stripe does not apply an exhausted coupon.
      isValid: coupon.valid,
    })),
    codes: codes.map(({ id, code, promotion }) => ({ id, code, couponId: idOf(promotion.coupon) })),
    webhooks: webhooks.map((webhook) => ({
      id: webhook.id,
      url: webhook.url,
      events: webhook.enabled_events,
      version: webhook.api_version,
      isEnabled: webhook.status === "enabled",
    })),
    portal:
      portal === null
        ? null
        : {
            id: portal.id,
            features: Object.entries(portal.features).flatMap(([name, { enabled }]) =>
              enabled ? name : [],
            ),
            customerUpdates: portal.features.customer_update.allowed_updates,
          },
    vatRates: taxRates.filter(isFromCatalogue).map((rate) => ({
      id: rate.id,
      percentage: rate.percentage,
      // Inclusive British VAT.
      isRight: rate.inclusive && rate.country === "GB" && rate.tax_type === "vat",
    })),
  };
}

/** Finds which active prices that `npm run billing:sync` made are used; it leaves others alone. */
async function listUsedPriceIds(
  stripe: Stripe,
  prices: readonly Stripe.Price[],
): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  for (const price of prices) {
    if (!price.active || !isFromCatalogue(price)) continue;
    const { data } = await stripe.subscriptions.list({ price: price.id, limit: 1 });
    if (data.length > 0) used.add(price.id);
  }
  return used;
}
