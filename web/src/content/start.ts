import { CHEAPEST_PLAN } from "#contracts/billing/plans.ts";
import { formatPrice } from "#contracts/money.ts";
import { paths } from "../paths.ts";

/** The checkout has the plan of that price chosen, so the visitor can pay with one more click. */
export const START = {
  label: `Get started from ${formatPrice(CHEAPEST_PLAN.pricePence)} a month`,
  href: `${paths.checkout}?plan=${CHEAPEST_PLAN.id}`,
} as const;
