import type { FormType } from "./api/enquiry.ts";
import type { CatalogueItem } from "./catalogue.ts";

/**
 * What browser and worker tell the advertiser alike. Both report one act under one event id, and the
 * advertiser only sees that it is one when name and people match to the letter.
 */

type Content = { readonly name: string; readonly category: string };

/** The only currency in which we report. A lead has no value of its own yet. */
export const LEAD_VALUE = { value: 0, currency: "GBP" } as const;

/** What a Lead is about, for each enquiry form. */
export const LEAD_CONTENT: Readonly<Record<FormType, Content>> = {
  contact: { name: "Contact Form", category: "Contact" },
  "free-trial": { name: "Free Trial", category: "Free Trial" },
  demo: { name: "Demo Request", category: "Demo Booking" },
};

/** The Lead of a visitor who opens the booking window. */
export const STRATEGY_CALL_CONTENT: Content = {
  name: "Strategy Call Booking",
  category: "Demo Booking",
};

/**
 * What a Purchase tells, and under which id: the plan and what it costs a month, in pounds. Add-ons and reductions are not
 * told.
 *
 * @param orderId the subscription's first order that was paid
 */
export function describePurchase(
  plan: Pick<CatalogueItem, "name" | "pricePence">,
  orderId: string,
) {
  return {
    eventId: `purchase-${orderId}`,
    parameters: {
      value: plan.pricePence / 100,
      currency: "GBP",
      content_name: plan.name,
      content_type: "product",
    },
  } as const;
}

/** The pixel's own cookies: `fb.<subdomain>.<time>.<id>`. The longest click ids are a few hundred characters. */
export const PIXEL_COOKIE = /^fb\.\d\.\d{1,20}\.[\w-]{1,500}$/;

/** An address in the form in which it is hashed. */
export function matchableEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** A name in the form in which it is hashed: small letters, no punctuation. */
export function matchableName(name: string): string {
  return name.replaceAll(/\p{P}/gu, "").trim().toLowerCase();
}
