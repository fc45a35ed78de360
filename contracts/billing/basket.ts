import { type CatalogueItem, FOR_SALE, isIncludedIn } from "../catalogue.ts";

export type Basket = { readonly plan: CatalogueItem; readonly addons: readonly CatalogueItem[] };

export type BasketError =
  | "unknown_price"
  | "no_plan"
  | "several_plans"
  | "plan_not_first"
  | "included"
  | "twice";

type BasketDecision =
  | { readonly ok: true; readonly basket: Basket }
  | { readonly ok: false; readonly error: BasketError };

/** A basket is one plan, then add-ons, each once. */
export function parseBasket(priceIds: readonly string[]): BasketDecision {
  const items: CatalogueItem[] = [];
  for (const priceId of priceIds) {
    const item = FOR_SALE.find((candidate) => candidate.priceId === priceId);
    if (item === undefined) return { ok: false, error: "unknown_price" };
    items.push(item);
  }
  const [plan, ...addons] = items;
  if (new Set(items).size < items.length) return { ok: false, error: "twice" };
  const plans = items.filter((item) => item.category === "main").length;
  if (plan === undefined || plans === 0) return { ok: false, error: "no_plan" };
  if (plans > 1) return { ok: false, error: "several_plans" };
  if (plan.category !== "main") return { ok: false, error: "plan_not_first" };
  if (addons.some((addon) => isIncludedIn(addon, plan.priceId))) {
    return { ok: false, error: "included" };
  }
  return { ok: true, basket: { plan, addons } };
}

/** Equal baskets give equal lists. */
export function basketPriceIds({ plan, addons }: Basket): string[] {
  return [plan.priceId, ...addons.map((addon) => addon.priceId).toSorted()];
}
