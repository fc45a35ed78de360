import { RETENTION_OFFER_EXTENDED } from "#contracts/billing/offer-length.ts";
import { COMEBACK_OFFER, type Offer, RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import {
  AD_PLANS,
  AD_SETUP_FEE_PENCE,
  AD_SETUP_FEE_PRICE_ID,
  FOR_SALE,
} from "#contracts/catalogue.ts";
import { STRIPE_EVENT_TYPES } from "#contracts/events/stripe-event-received.ts";

export interface DesiredProduct {
  readonly id: string;
  readonly name: string;
  readonly features: readonly string[];
  readonly price: {
    /** The price's lookup key. */
    readonly name: string;
    readonly pence: number;
    readonly isMonthly: boolean;
  };
}

export interface DesiredCatalogue {
  readonly products: readonly DesiredProduct[];
  readonly offers: readonly Offer[];
  readonly codes: readonly { readonly code: string; readonly couponId: string }[];
  /** Null if Stripe cannot reach this deployment. */
  readonly webhook: { readonly url: string; readonly events: readonly string[] } | null;
}

// Stripe's limits on number and length.
const FEATURES_MAX = 15;
const FEATURE_LENGTH_MAX = 80;

export function desiredCatalogue(webhookUrl: string | null): DesiredCatalogue {
  return {
    products: [
      ...FOR_SALE.map((item) =>
        productOf(item.name, item.features, {
          name: item.priceId,
          pence: item.pricePence,
          isMonthly: true,
        }),
      ),
      ...AD_PLANS.map((plan) =>
        productOf(`Meta Ads ${plan.name}`, [plan.adSpend, ...plan.features], {
          name: plan.priceId,
          pence: plan.pricePence,
          isMonthly: true,
        }),
      ),
      productOf("Meta Ads set-up", [], {
        name: AD_SETUP_FEE_PRICE_ID,
        pence: AD_SETUP_FEE_PENCE,
        isMonthly: false,
      }),
    ],
    offers: [RETENTION_OFFER, RETENTION_OFFER_EXTENDED, COMEBACK_OFFER],
    codes: [{ code: COMEBACK_OFFER.code, couponId: COMEBACK_OFFER.couponId }],
    webhook: webhookUrl === null ? null : { url: webhookUrl, events: STRIPE_EVENT_TYPES },
  };
}

function productOf(
  name: string,
  features: readonly string[],
  price: DesiredProduct["price"],
): DesiredProduct {
  return {
    id: price.name.replace(/_(?:monthly|once)$/, ""),
    name,
    features: features.slice(0, FEATURES_MAX).map((text) => text.slice(0, FEATURE_LENGTH_MAX)),
    price,
  };
}
