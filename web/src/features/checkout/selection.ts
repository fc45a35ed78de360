import { afterPercents } from "#contracts/billing/discounts.ts";
import { COMEBACK_OFFER } from "#contracts/billing/coupons.ts";
import { ADDONS, type CatalogueItem, PLANS } from "#contracts/catalogue.ts";
import { paths } from "../../paths.ts";

/** What somebody has chosen at the checkout. */
export type CheckoutSelection = {
  readonly plan: CatalogueItem | null;
  /** In the catalogue's order. */
  readonly addons: readonly CatalogueItem[];
  /** The add-on that the page was opened for; then there are no others to choose from. */
  readonly preset: CatalogueItem | null;
  /** For a reduction, in small letters; whether it is one of ours is another question. */
  readonly code: string | null;
};

/** Names of the parameters; `addon` is the one that other pages set. */
const PLAN = "plan";
const PRESET = "addon";
const ADDITIONS = "with";
const CODE = "code";

/**
 * Reads what an address has chosen: `?plan=` a plan, `?with=` add-ons to it, `?addon=` the one add-on that somebody came
 * for, `?code=` a reduction. What the catalogue does not have is ignored.
 *
 * @param search the query, with or without its question mark
 */
export function parseSelection(search: string): CheckoutSelection {
  const query = new URLSearchParams(search);
  const plans: readonly CatalogueItem[] = PLANS;
  const addons: readonly CatalogueItem[] = ADDONS;
  const plan = plans.find(({ id }) => id === query.get(PLAN)) ?? null;
  const preset = addons.find(({ id }) => id === query.get(PRESET)) ?? null;
  const code = parsePromotionCode(query.get(CODE) ?? "");
  if (preset !== null) return { plan, addons: [preset], preset, code };
  const wanted = query.get(ADDITIONS)?.split(",") ?? [];
  return {
    plan,
    addons: plan === null ? [] : addons.filter(({ id }) => wanted.includes(id)),
    preset,
    code,
  };
}

/** A code as it is compared, from text that somebody has typed; null where there is none. */
export function parsePromotionCode(text: string): string | null {
  const code = text.trim().toLowerCase();
  return code === "" ? null : code;
}

/** What a code takes off, or null where it is not one of ours. */
export function promotionOf(code: string | null): typeof COMEBACK_OFFER | null {
  return code === COMEBACK_OFFER.code ? COMEBACK_OFFER : null;
}

/** The address of the checkout at which that is chosen. */
export function checkoutUrl({ plan, addons, preset, code }: CheckoutSelection): string {
  const query = new URLSearchParams();
  if (plan !== null) query.set(PLAN, plan.id);
  if (preset !== null) query.set(PRESET, preset.id);
  else if (addons.length > 0) query.set(ADDITIONS, addons.map(({ id }) => id).join(","));
  if (code !== null) query.set(CODE, code);
  const written = query.toString().replaceAll("%2C", ",");
  return written === "" ? paths.checkout : `${paths.checkout}?${written}`;
}

/** Another plan takes the place of the first. */
export function withPlan(selection: CheckoutSelection, plan: CatalogueItem): CheckoutSelection {
  return { ...selection, plan };
}

/** Adds an add-on, or takes it away again. */
export function toggleAddon(selection: CheckoutSelection, addon: CatalogueItem): CheckoutSelection {
  const isChosen = selection.addons.includes(addon);
  return {
    ...selection,
    addons: isChosen
      ? selection.addons.filter((other) => other !== addon)
      : ADDONS.filter((other) => other.id === addon.id || selection.addons.includes(other)),
  };
}

/** What is bought: the plan first, then each add-on. Empty without a plan. */
export function itemsOf({ plan, addons }: CheckoutSelection): readonly CatalogueItem[] {
  return plan === null ? [] : [plan, ...addons];
}

/** What it costs each month, in pence. */
export function totalMonthlyPence(selection: CheckoutSelection): number {
  return itemsOf(selection).reduce((sum, item) => sum + item.pricePence, 0);
}

/** What each of the first months costs with the offer, in pence: a part of a penny is rounded in each line. */
export function discountedTotalPence(
  selection: CheckoutSelection,
  { percentOff }: Pick<typeof COMEBACK_OFFER, "percentOff">,
) {
  return itemsOf(selection).reduce(
    (sum, { pricePence }) => sum + afterPercents(pricePence, [percentOff]),
    0,
  );
}
