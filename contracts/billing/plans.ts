import { type CatalogueItem, type Plan, PLANS } from "../catalogue.ts";

const PLANS_BY_PRICE: readonly Plan[] = PLANS.toSorted(
  (one, other) => one.pricePence - other.pricePence,
);

export const CHEAPEST_PLAN = PLANS_BY_PRICE.reduce((one, other) =>
  other.pricePence < one.pricePence ? other : one,
);

export function planOf(priceId: string | null): Plan | null {
  return PLANS.find((plan) => plan.priceId === priceId) ?? null;
}

export function planAmong(priceIds: readonly (string | null)[]): Plan | null {
  return priceIds.map(planOf).find((plan) => plan !== null) ?? null;
}

export function nextPlanUp({ pricePence }: Pick<CatalogueItem, "pricePence">): Plan | null {
  return PLANS_BY_PRICE.find((plan) => plan.pricePence > pricePence) ?? null;
}

export function nextPlanDown({ pricePence }: Pick<CatalogueItem, "pricePence">): Plan | null {
  return PLANS_BY_PRICE.findLast((plan) => plan.pricePence < pricePence) ?? null;
}

/** For example `Plus`, where "package" goes without saying. */
export function shortPlanName({ name }: Pick<CatalogueItem, "name">): string {
  return name.replace(/ Package$/, "");
}
