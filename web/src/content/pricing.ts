import type { CatalogueItem } from "#contracts/catalogue.ts";

export const PRICES_INCLUDE_VAT = true;
export const VAT_NOTE = PRICES_INCLUDE_VAT ? "incl. VAT" : "plus VAT";

/** Posts a month, parsed from the plan's features; 0 where it promises none. */
export function postsAMonth(plan: CatalogueItem): number {
  const promise = plan.features.find((feature) => feature.endsWith("posts a month"));
  return Number.parseInt(promise ?? "0", 10);
}
