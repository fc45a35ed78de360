import { planOf } from "#contracts/billing/plans.ts";
import { ADDONS, type CatalogueItem } from "#contracts/catalogue.ts";
import type { CheckoutSelection } from "./selection.ts";

/** What somebody at the checkout subscribes to already. */
export type CurrentPlan = {
  /** Null for a plan that is not for sale any more. */
  readonly plan: CatalogueItem | null;
  readonly addons: readonly CatalogueItem[];
};

/** @param priceIds of what is in the subscription, as the catalogue names them */
export function currentPlanOf(priceIds: readonly (string | null)[]): CurrentPlan {
  const plan = priceIds.map(planOf).find((item) => item !== null) ?? null;
  return { plan, addons: ADDONS.filter(({ priceId }) => priceIds.includes(priceId)) };
}

/**
 * What is chosen beside what they have: their own plan until they choose another, and add-ons that they have not. A code
 * is for those who come back.
 */
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

/** Everything that they would have. */
export function itemsAfterChange(
  selection: CheckoutSelection,
  { addons }: CurrentPlan,
): readonly CatalogueItem[] {
  const all = ADDONS.filter((addon) => addons.includes(addon) || selection.addons.includes(addon));
  return selection.plan === null ? [] : [selection.plan, ...all];
}

/** Whether anything would be different. */
export function isDifferentPlan(selection: CheckoutSelection, { plan }: CurrentPlan): boolean {
  return selection.plan !== null && (selection.plan !== plan || selection.addons.length > 0);
}
