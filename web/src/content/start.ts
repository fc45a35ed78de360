import { PLANS } from "#contracts/catalogue.ts";
import { formatPrice } from "#contracts/money.ts";
import { paths } from "../paths.ts";

const [cheapest] = PLANS;

/** The checkout has the plan of that price chosen, so the visitor can pay with one more click. */
export const START = {
  label: `Get started from ${formatPrice(cheapest.pricePence)} a month`,
  href: `${paths.checkout}?plan=${cheapest.id}`,
} as const;
