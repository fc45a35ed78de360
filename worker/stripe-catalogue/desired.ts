import { COMEBACK_OFFER, type Offer, RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { RETENTION_OFFER_EXTENDED } from "#contracts/billing/offer-length.ts";
import {
  AD_PLANS,
  AD_SETUP_FEE_PENCE,
  AD_SETUP_FEE_PRICE_ID,
  FOR_SALE,
  productIdOf,
} from "#contracts/catalogue.ts";
import { COMPANY, VAT_PERCENT } from "#contracts/company.ts";
import { STRIPE_EVENT_TYPES } from "#contracts/events/stripe-event-received.ts";

export type DesiredProduct = {
  readonly id: string;
  readonly name: string;
  readonly features: readonly string[];
  readonly price: {
    readonly lookupKey: string;
    readonly pence: number;
    readonly isMonthly: boolean;
  };
};

/** Everything that Stripe's portal offers to customers. */
export type DesiredPortal = {
  readonly features: readonly ("customer_update" | "invoice_history" | "payment_method_update")[];
  readonly customerUpdates: readonly ("address" | "name" | "tax_id")[];
};

export type DesiredCatalogue = {
  readonly products: readonly DesiredProduct[];
  readonly offers: readonly Offer[];
  readonly codes: readonly { readonly code: string; readonly couponId: string }[];
  /** Null if Stripe cannot reach this deployment. */
  readonly webhook: { readonly url: string; readonly events: readonly string[] } | null;
  readonly portal: DesiredPortal;
  /** Null for a company that is not registered for VAT. */
  readonly vatPercentage: number | null;
};

/** @returns null if Stripe cannot reach the edge: its emulator reaches any address, Stripe itself those with https */
export function webhookUrlOf({
  API_URL,
  STRIPE_API_BASE,
}: Readonly<Record<string, string>>): string | null {
  if (API_URL === undefined) return null;
  const isReachable = STRIPE_API_BASE !== undefined || API_URL.startsWith("https:");
  return isReachable ? `${API_URL.replace(/\/$/, "")}/webhooks/stripe` : null;
}

// Stripe's limits on number and length.
const FEATURES_MAX = 15;
const FEATURE_LENGTH_MAX = 80;

export const desiredCatalogue = (
  webhookUrl: string | null,
  { vatNumber }: typeof COMPANY = COMPANY,
): DesiredCatalogue => ({
  products: [
    ...FOR_SALE.map((item) =>
      productOf(item.name, item.features, {
        lookupKey: item.priceId,
        pence: item.pricePence,
        isMonthly: true,
      }),
    ),
    ...AD_PLANS.map((plan) =>
      productOf(`Meta Ads ${plan.name}`, [plan.adSpend, ...plan.features], {
        lookupKey: plan.priceId,
        pence: plan.pricePence,
        isMonthly: true,
      }),
    ),
    productOf("Meta Ads set-up", [], {
      lookupKey: AD_SETUP_FEE_PRICE_ID,
      pence: AD_SETUP_FEE_PENCE,
      isMonthly: false,
    }),
  ],
  offers: [RETENTION_OFFER, RETENTION_OFFER_EXTENDED, COMEBACK_OFFER],
  codes: [{ code: COMEBACK_OFFER.code, couponId: COMEBACK_OFFER.couponId }],
  // Cancelling there would leave out the retention offer, and an email changed there would be
  // another than the account's.
  portal: {
    features: ["customer_update", "invoice_history", "payment_method_update"],
    customerUpdates: ["address", "name", "tax_id"],
  },
  vatPercentage: vatNumber === null ? null : VAT_PERCENT,
  webhook: webhookUrl === null ? null : { url: webhookUrl, events: STRIPE_EVENT_TYPES },
});

const productOf = (
  name: string,
  features: readonly string[],
  price: DesiredProduct["price"],
): DesiredProduct => ({
  id: productIdOf(price.lookupKey),
  name,
  features: features.slice(0, FEATURES_MAX).map((text) => text.slice(0, FEATURE_LENGTH_MAX)),
  price,
});
