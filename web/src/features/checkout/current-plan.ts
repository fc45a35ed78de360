import { planAmong } from "#contracts/billing/plans.ts";
import { ADDONS, type CatalogueItem } from "#contracts/catalogue.ts";
import type { CheckoutSelection } from "./selection.ts";

export type CurrentPlan = {
  /** Null when the plan is no longer for sale. */
  readonly plan: CatalogueItem | null;
  readonly addons: readonly CatalogueItem[];
};

export function currentPlanOf(priceIds: readonly (string | null)[]): CurrentPlan {
  return {
    plan: planAmong(priceIds),
    addons: ADDONS.filter(({ priceId }) => priceIds.includes(priceId)),
  };
}

/** Keeps only add-ons that the customer lacks, and no promotion code: those are for former customers. */
export function selectionBeside(
  selection: CheckoutSelection,
  { plan, addons }: CurrentPlan,
): CheckoutSelection {
  return {
    ...selection,
    plan: selection.plan ?? plan,
    addons: selection.addons.filter((addon) => !addons.includes(addon)),
    code: null,
  };
}

export function itemsAfterChange(
  selection: CheckoutSelection,
  { addons }: CurrentPlan,
): readonly CatalogueItem[] {
  const all = ADDONS.filter((addon) => addons.includes(addon) || selection.addons.includes(addon));
  return selection.plan === null ? [] : [selection.plan, ...all];
}

export function isDifferentPlan(selection: CheckoutSelection, { plan }: CurrentPlan): boolean {
  return selection.plan !== null && (selection.plan !== plan || selection.addons.length > 0);
}
