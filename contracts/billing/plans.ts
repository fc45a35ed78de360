import { type CatalogueItem, PLANS } from "../catalogue.ts";

export function planOf(priceId: string | null): CatalogueItem | null {
  return PLANS.find((plan) => plan.priceId === priceId) ?? null;
}

/** The cheapest dearer plan, or null at the top. */
export function nextPlanUp({
  pricePence,
}: Pick<CatalogueItem, "pricePence">): CatalogueItem | null {
  return byPrice().find((plan) => plan.pricePence > pricePence) ?? null;
}

/** The dearest cheaper plan, or null at the bottom. */
export function nextPlanDown({
  pricePence,
}: Pick<CatalogueItem, "pricePence">): CatalogueItem | null {
  return byPrice().findLast((plan) => plan.pricePence < pricePence) ?? null;
}

function byPrice(): readonly CatalogueItem[] {
  return PLANS.toSorted((one, other) => one.pricePence - other.pricePence);
}
