import type { FormType } from "./api/enquiry.ts";
import { type CatalogueItem, CURRENCY } from "./catalogue.ts";

// Meta counts the pixel's report and the worker's as one event when id, name and user data are equal.

type Content = { readonly name: string; readonly category: string };

export const LEAD_VALUE = { value: 0, currency: CURRENCY.toUpperCase() } as const;

export const LEAD_CONTENT: Readonly<Record<FormType, Content>> = {
  contact: { name: "Contact Form", category: "Contact" },
  "free-trial": { name: "Free Trial", category: "Free Trial" },
  demo: { name: "Demo Request", category: "Demo Booking" },
  "sample-month": { name: "Sample Month", category: "Sample Month" },
};

export const STRATEGY_CALL_CONTENT: Content = {
  name: "Strategy Call Booking",
  category: "Demo Booking",
};

/**
 * Describes a Purchase without add-ons and discounts, in pounds.
 *
 * @param orderId the subscription's first paid order
 */
export function describePurchase(
  plan: Pick<CatalogueItem, "name" | "pricePence">,
  orderId: string,
) {
  return {
    eventId: `purchase-${orderId}`,
    parameters: {
      value: plan.pricePence / 100,
      currency: CURRENCY.toUpperCase(),
      content_name: plan.name,
      content_type: "product",
    },
  } as const;
}

// Meta's normalisation before hashing.
export function matchableEmail(email: string): string {
  return email.trim().toLowerCase();
}

export function matchableName(name: string): string {
  return name.replaceAll(/\p{P}/gu, "").trim().toLowerCase();
}
