import { ADDONS, type CatalogueItem, isIncludedIn, PLANS } from "#contracts/catalogue.ts";
import { paths } from "../../paths.ts";

export type CheckoutSelection = {
  readonly plan: CatalogueItem | null;
  readonly addons: readonly CatalogueItem[];
  /** Add-on that the page was opened for; it is then the only one. */
  readonly preset: CatalogueItem | null;
  /** Lower case; unverified. */
  readonly code: string | null;
};

const PLAN = "plan";
const PRESET = "addon";
const ADDITIONS = "with";
const CODE = "code";

/**
 * Parses `?plan=`, `?with=` (add-ons), `?addon=` (the preset add-on) and `?code=`; ignores
 * unknown ids.
 */
export function parseSelection(search: string): CheckoutSelection {
  const query = new URLSearchParams(search);
  const plans: readonly CatalogueItem[] = PLANS;
  const addons: readonly CatalogueItem[] = ADDONS;
  const plan = plans.find(({ id }) => id === query.get(PLAN)) ?? null;
  const preset = addons.find(({ id }) => id === query.get(PRESET)) ?? null;
  const code = parsePromotionCode(query.get(CODE) ?? "");
  if (preset !== null) return withoutIncluded({ plan, addons: [preset], preset, code });
  const addonIds = query.get(ADDITIONS)?.split(",") ?? [];
  return withoutIncluded({
    plan,
    addons: plan === null ? [] : addons.filter(({ id }) => addonIds.includes(id)),
    preset,
    code,
  });
}

function withoutIncluded(selection: CheckoutSelection): CheckoutSelection {
  const { plan, addons } = selection;
  return {
    ...selection,
    addons: addons.filter((addon) => !isIncludedIn(addon, plan?.priceId ?? null)),
  };
}

export function parsePromotionCode(text: string): string | null {
  const code = text.trim().toLowerCase();
  return code === "" ? null : code;
}

export function checkoutUrl({ plan, addons, preset, code }: CheckoutSelection): string {
  const query = new URLSearchParams();
  if (plan !== null) query.set(PLAN, plan.id);
  if (preset !== null) query.set(PRESET, preset.id);
  else if (addons.length > 0) query.set(ADDITIONS, addons.map(({ id }) => id).join(","));
  if (code !== null) query.set(CODE, code);
  const text = query.toString().replaceAll("%2C", ",");
  return text === "" ? paths.checkout : `${paths.checkout}?${text}`;
}

export function withPlan(selection: CheckoutSelection, plan: CatalogueItem): CheckoutSelection {
  return withoutIncluded({
    ...selection,
    plan,
    addons: selection.preset === null ? selection.addons : [selection.preset],
  });
}

export function toggleAddon(selection: CheckoutSelection, addon: CatalogueItem): CheckoutSelection {
  const isChosen = selection.addons.includes(addon);
  return {
    ...selection,
    addons: isChosen
      ? selection.addons.filter((other) => other !== addon)
      : ADDONS.filter((other) => other.id === addon.id || selection.addons.includes(other)),
  };
}

export function itemsOf({ plan, addons }: CheckoutSelection): readonly CatalogueItem[] {
  return plan === null ? [] : [plan, ...addons];
}

export function totalMonthlyPence(selection: CheckoutSelection): number {
  return itemsOf(selection).reduce((sum, item) => sum + item.pricePence, 0);
}
