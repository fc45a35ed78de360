import { type CatalogueItem, type Plan, PLANS } from "../catalogue.ts";

export function planOf(priceId: string | null): Plan | null {
  return PLANS.find((plan) => plan.priceId === priceId) ?? null;
}

export function planAmong(priceIds: readonly (string | null)[]): Plan | null {
  return priceIds.map(planOf).find((plan) => plan !== null) ?? null;
}

export function nextPlanUp({ pricePence }: Pick<CatalogueItem, "pricePence">): Plan | null {
  return byPrice().find((plan) => plan.pricePence > pricePence) ?? null;
}

export function nextPlanDown({ pricePence }: Pick<CatalogueItem, "pricePence">): Plan | null {
  return byPrice().findLast((plan) => plan.pricePence < pricePence) ?? null;
}

function byPrice(): readonly Plan[] {
  return PLANS.toSorted((one, other) => one.pricePence - other.pricePence);
}
