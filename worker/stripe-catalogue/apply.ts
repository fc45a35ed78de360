import type { Stripe } from "stripe";
import { CURRENCY, RECURRING } from "#contracts/catalogue.ts";
import { COMPANY } from "#contracts/company.ts";
import { CATALOGUE_METADATA } from "#db/stripe/metadata-keys.ts";
import type { DesiredPortal, DesiredProduct } from "./desired.ts";
import { WEBHOOK_API_VERSION, type Step } from "./diff.ts";

export const ENDPOINT_DESCRIPTION = COMPANY.name;

/** @returns the secret of a new webhook endpoint, which Stripe shows once */
export async function applyStep(stripe: Stripe, step: Step): Promise<string | null> {
  switch (step.kind) {
    case "create_product":
      await stripe.products.create({ id: step.product.id, ...productFields(step.product) });
      return null;
    case "update_product":
      await stripe.products.update(step.product.id, {
        ...productFields(step.product),
        active: true,
      });
      return null;
    case "archive_product":
      await stripe.products.update(step.id, { active: false });
      return null;
    case "create_price": {
      const { lookupKey, pence, isMonthly } = step.product.price;
      await stripe.prices.create({
        product: step.product.id,
        currency: CURRENCY,
        unit_amount: pence,
        nickname: step.product.name,
        lookup_key: lookupKey,
        transfer_lookup_key: true,
        tax_behavior: "inclusive",
        metadata: priceMetadata(lookupKey),
        ...(isMonthly ? { recurring: RECURRING } : {}),
      });
      return null;
    }
    case "update_price":
      await stripe.prices.update(step.id, {
        active: true,
        metadata: priceMetadata(step.lookupKey),
      });
      return null;
    case "archive_price":
      await stripe.prices.update(step.id, { active: false });
      return null;
    case "create_coupon":
      await stripe.coupons.create({
        id: step.offer.couponId,
        name: step.offer.name,
        percent_off: step.offer.percentOff,
        duration: "repeating",
        duration_in_months: step.offer.months,
      });
      return null;
    case "rename_coupon":
      await stripe.coupons.update(step.offer.couponId, { name: step.offer.name });
      return null;
    case "retire_code":
      await stripe.promotionCodes.update(step.id, { active: false });
      return null;
    case "create_code":
      await stripe.promotionCodes.create({
        promotion: { type: "coupon", coupon: step.couponId },
        code: step.code,
      });
      return null;
    case "create_webhook": {
      const { secret } = await stripe.webhookEndpoints.create({
        url: step.url,
        enabled_events: eventsOf(step.events),
        api_version: WEBHOOK_API_VERSION,
        description: ENDPOINT_DESCRIPTION,
      });
      return secret ?? null;
    }
    case "update_webhook":
      await stripe.webhookEndpoints.update(step.id, {
        enabled_events: eventsOf(step.events),
        disabled: false,
      });
      return null;
    case "create_portal":
      await stripe.billingPortal.configurations.create({
        features: portalFeatures(step.portal),
        metadata: CATALOGUE_METADATA,
      });
      return null;
    case "update_portal":
      await stripe.billingPortal.configurations.update(step.id, {
        features: portalFeatures(step.portal),
      });
      return null;
    case "create_tax_rate":
      await stripe.taxRates.create({
        display_name: "VAT",
        inclusive: true,
        percentage: step.percentage,
        country: "GB",
        tax_type: "vat",
        metadata: CATALOGUE_METADATA,
      });
      return null;
    case "archive_tax_rate":
      await stripe.taxRates.update(step.id, { active: false });
      return null;
  }
}

function priceMetadata(lookupKey: string) {
  return { ...CATALOGUE_METADATA, price_id: lookupKey };
}

type EnabledEvent = Stripe.WebhookEndpointCreateParams.EnabledEvent;

function eventsOf(events: readonly string[]): EnabledEvent[] {
  return events.map((event) => event as EnabledEvent);
}

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

function productFields({ name, features }: DesiredProduct) {
  return {
    name,
    marketing_features: features.map((text) => ({ name: text })),
    metadata: CATALOGUE_METADATA,
  };
}
