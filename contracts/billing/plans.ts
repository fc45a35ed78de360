import { type CatalogueItem, PLANS } from "../catalogue.ts";

/** The plan that a price names, or null where it is not a plan that is for sale. */
export function planOf(priceId: string | null): CatalogueItem | null {
  return PLANS.find((plan) => plan.priceId === priceId) ?? null;
}

/** The cheapest plan that is dearer, or null at the upper end. */
export function nextPlanUp({
  pricePence,
}: Pick<CatalogueItem, "pricePence">): CatalogueItem | null {
  return byPrice().find((plan) => plan.pricePence > pricePence) ?? null;
}

/** The dearest plan that is cheaper, or null at the lower end. */
export function nextPlanDown({
  pricePence,
}: Pick<CatalogueItem, "pricePence">): CatalogueItem | null {
  return byPrice().findLast((plan) => plan.pricePence < pricePence) ?? null;
}

function byPrice(): readonly CatalogueItem[] {
  return PLANS.toSorted((one, other) => one.pricePence - other.pricePence);
}
