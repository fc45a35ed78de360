import type { Stripe } from "stripe";
import type { Offer } from "#contracts/billing/coupons.ts";
import { CURRENCY, RECURRING } from "#contracts/catalogue.ts";
import { COMPANY } from "#contracts/company.ts";
import { formatGbp } from "#contracts/money.ts";
import { CATALOGUE_METADATA } from "#db/stripe/metadata-keys.ts";
import type { DesiredPortal, DesiredProduct } from "./desired.ts";

export const ENDPOINT_DESCRIPTION = COMPANY.name;
export const WEBHOOK_API_VERSION = "2026-10-28.endive";

/** One change to the catalogue at Stripe. */
export type Step = {
  /** Says it to an operator: `+` create, `~` update, `-` archive. */
  readonly line: string;
  /** @param onSecret takes the secret of a new webhook endpoint, which Stripe shows once */
  readonly apply: (stripe: Stripe, onSecret: (secret: string) => void) => Promise<unknown>;
};

export const createProduct = (product: DesiredProduct): Step => ({
  line: `+ product ${product.id}: ${product.name}`,
  apply: (stripe) => stripe.products.create({ id: product.id, ...productFields(product) }),
});

export const updateProduct = (product: DesiredProduct, changed: readonly string[]): Step => ({
  line: `~ product ${product.id}: ${changed.join(", ")}`,
  apply: (stripe) =>
    stripe.products.update(product.id, { ...productFields(product), active: true }),
});

const productFields = ({ name, features }: DesiredProduct) => ({
  name,
  marketing_features: features.map((text) => ({ name: text })),
  metadata: CATALOGUE_METADATA,
});

export const archiveProduct = (id: string, name: string): Step => ({
  line: `- product ${id}: ${name}`,
  apply: (stripe) => stripe.products.update(id, { active: false }),
});

/** @param insteadPence the former price; null for a new one */
export const createPrice = (
  { id, name, price: { lookupKey, pence, isMonthly } }: DesiredProduct,
  insteadPence: number | null,
): Step => ({
  line: `+ price ${lookupKey}: ${formatGbp(pence)} ${isMonthly ? "a month" : "once"}${
    insteadPence === null ? "" : ` instead of ${formatGbp(insteadPence)}`
  }`,
  apply: (stripe) =>
    stripe.prices.create({
      product: id,
      currency: CURRENCY,
      unit_amount: pence,
      nickname: name,
      lookup_key: lookupKey,
      transfer_lookup_key: true,
      tax_behavior: "inclusive",
      metadata: priceMetadata(lookupKey),
      ...(isMonthly ? { recurring: RECURRING } : {}),
    }),
});

export const updatePrice = (id: string, lookupKey: string): Step => ({
  line: `~ price ${lookupKey}`,
  apply: (stripe) => stripe.prices.update(id, { active: true, metadata: priceMetadata(lookupKey) }),
});

const priceMetadata = (lookupKey: string) => ({ ...CATALOGUE_METADATA, price_id: lookupKey });

export const archivePrice = (id: string, name: string): Step => ({
  line: `- price ${name} (${id})`,
  apply: (stripe) => stripe.prices.update(id, { active: false }),
});

export const createCoupon = ({ couponId, name, percentOff, months }: Offer): Step => ({
  line: `+ coupon ${couponId}: ${name}`,
  apply: (stripe) =>
    stripe.coupons.create({
      id: couponId,
      name,
      percent_off: percentOff,
      duration: "repeating",
      duration_in_months: months,
    }),
});

export const renameCoupon = ({ couponId, name }: Offer): Step => ({
  line: `~ coupon ${couponId}: ${name}`,
  apply: (stripe) => stripe.coupons.update(couponId, { name }),
});

export const createCode = (code: string, couponId: string): Step => ({
  line: `+ promotion code ${code} for ${couponId}`,
  apply: (stripe) =>
    stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: couponId }, code }),
});

export const retireCode = (id: string, code: string): Step => ({
  line: `- promotion code ${code} (${id})`,
  apply: (stripe) => stripe.promotionCodes.update(id, { active: false }),
});

type Endpoint = { readonly url: string; readonly events: readonly string[] };

export const createWebhook = ({ url, events }: Endpoint): Step => ({
  line: `+ webhook endpoint ${url}: ${events.length} kinds of events`,
  async apply(stripe, onSecret) {
    const { secret } = await stripe.webhookEndpoints.create({
      url,
      enabled_events: eventsOf(events),
      api_version: WEBHOOK_API_VERSION,
      description: ENDPOINT_DESCRIPTION,
    });
    if (secret !== undefined) onSecret(secret);
  },
});

export const updateWebhook = (id: string, { url, events }: Endpoint): Step => ({
  line: `~ webhook endpoint ${url}: ${events.length} kinds of events`,
  apply: (stripe) =>
    stripe.webhookEndpoints.update(id, { enabled_events: eventsOf(events), disabled: false }),
});

type EnabledEvent = Stripe.WebhookEndpointCreateParams.EnabledEvent;

const eventsOf = (events: readonly string[]) => events.map((event) => event as EnabledEvent);

export const createPortal = (portal: DesiredPortal): Step => ({
  line: `+ customer portal: ${portal.features.join(", ")}`,
  apply: (stripe) =>
    stripe.billingPortal.configurations.create({
      features: portalFeatures(portal),
      metadata: CATALOGUE_METADATA,
    }),
});

export const updatePortal = (id: string, portal: DesiredPortal): Step => ({
  line: `~ customer portal ${id}: ${portal.features.join(", ")}`,
  apply: (stripe) =>
    stripe.billingPortal.configurations.update(id, { features: portalFeatures(portal) }),
});

function portalFeatures({ features, customerUpdates }: DesiredPortal) {
  const isOn = (name: DesiredPortal["features"][number]) => ({ enabled: features.includes(name) });
  return {
    customer_update: { ...isOn("customer_update"), allowed_updates: [...customerUpdates] },
    invoice_history: isOn("invoice_history"),
    payment_method_update: isOn("payment_method_update"),
    subscription_cancel: { enabled: false },
    subscription_pause: { enabled: false },
    subscription_update: { enabled: false },
  } satisfies Stripe.BillingPortal.ConfigurationCreateParams.Features;
}

export const createTaxRate = (percentage: number): Step => ({
  line: `+ tax rate VAT: ${percentage}%, inclusive`,
  apply: (stripe) =>
    stripe.taxRates.create({
      display_name: "VAT",
      inclusive: true,
      percentage,
      country: "GB",
      tax_type: "vat",
      metadata: CATALOGUE_METADATA,
    }),
});

export const archiveTaxRate = (id: string, percentage: number): Step => ({
  line: `- tax rate VAT (${id}): ${percentage}%`,
  apply: (stripe) => stripe.taxRates.update(id, { active: false }),
});
