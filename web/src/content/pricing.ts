import type { CatalogueItem } from "#contracts/catalogue.ts";

/** How every price on the site stands towards VAT. */
export const PRICES_INCLUDE_VAT = true;
export const VAT_NOTE = PRICES_INCLUDE_VAT ? "incl. VAT" : "plus VAT";

/** How many posts a month a plan's own words promise; 0 where they promise none. */
export function postsAMonth(plan: CatalogueItem): number {
  const promise = plan.features.find((feature) => feature.endsWith("posts a month"));
  return Number.parseInt(promise ?? "0", 10);
}
