import { ADDONS, type CatalogueItem, PLANS } from "#contracts/catalogue.ts";
import { paths } from "../../paths.ts";

/** What somebody has chosen at the checkout. */
export type Picks = {
  readonly plan: CatalogueItem | null;
  /** In the catalogue's order. */
  readonly addons: readonly CatalogueItem[];
  /** The add-on that the page was opened for; then there are no others to choose from. */
  readonly preset: CatalogueItem | null;
};

/** Names of the parameters; `addon` is the one that other pages set. */
const PLAN = "plan";
const PRESET = "addon";
const ADDITIONS = "with";

/**
 * Reads what an address has chosen: `?plan=` a plan, `?with=` add-ons to it, `?addon=` the one add-on that somebody came
 * for. What the catalogue does not have is ignored.
 *
 * @param search the query, with or without its question mark
 */
export function readPicks(search: string): Picks {
  const query = new URLSearchParams(search);
  const plans: readonly CatalogueItem[] = PLANS;
  const addons: readonly CatalogueItem[] = ADDONS;
  const plan = plans.find(({ id }) => id === query.get(PLAN)) ?? null;
  const preset = addons.find(({ id }) => id === query.get(PRESET)) ?? null;
  if (preset !== null) return { plan, addons: [preset], preset };
  const wanted = query.get(ADDITIONS)?.split(",") ?? [];
  return {
    plan,
    addons: plan === null ? [] : addons.filter(({ id }) => wanted.includes(id)),
    preset,
  };
}

/** The address of the checkout at which that is chosen. */
export function addressOf({ plan, addons, preset }: Picks): string {
  const query = new URLSearchParams();
  if (plan !== null) query.set(PLAN, plan.id);
  if (preset !== null) query.set(PRESET, preset.id);
  else if (addons.length > 0) query.set(ADDITIONS, addons.map(({ id }) => id).join(","));
  const written = query.toString().replaceAll("%2C", ",");
  return written === "" ? paths.checkout : `${paths.checkout}?${written}`;
}

/** Another plan takes the place of the first. */
export function withPlan(picks: Picks, plan: CatalogueItem): Picks {
  return { ...picks, plan };
}

/** Adds an add-on, or takes it away again. */
export function withToggled(picks: Picks, addon: CatalogueItem): Picks {
  const isChosen = picks.addons.includes(addon);
  return {
    ...picks,
    addons: isChosen
      ? picks.addons.filter((other) => other !== addon)
      : ADDONS.filter((other) => other.id === addon.id || picks.addons.includes(other)),
  };
}

/** What is bought: the plan first, then each add-on. Empty without a plan. */
export function itemsOf({ plan, addons }: Picks): readonly CatalogueItem[] {
  return plan === null ? [] : [plan, ...addons];
}

/** What it costs each month, in pence. */
export function monthlyPence(picks: Picks): number {
  return itemsOf(picks).reduce((sum, item) => sum + item.pricePence, 0);
}
