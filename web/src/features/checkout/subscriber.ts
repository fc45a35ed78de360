import { planOf } from "#contracts/billing/plan-change.ts";
import { ADDONS, type CatalogueItem } from "#contracts/catalogue.ts";
import type { Picks } from "./picks.ts";

/** What somebody at the checkout subscribes to already. */
export type Subscriber = {
  /** Null for a plan that is not for sale any more. */
  readonly plan: CatalogueItem | null;
  readonly addons: readonly CatalogueItem[];
};

/** @param priceIds of what is in the subscription, as the catalogue names them */
export function subscriberOf(priceIds: readonly (string | null)[]): Subscriber {
  const plan = priceIds.map(planOf).find((item) => item !== null) ?? null;
  return { plan, addons: ADDONS.filter(({ priceId }) => priceIds.includes(priceId)) };
}

/**
 * What is chosen beside what they have: their own plan until they choose another, and add-ons that they have not. A code
 * is for those who come back.
 */
export function picksBeside(picks: Picks, { plan, addons }: Subscriber): Picks {
  return {
    ...picks,
    plan: picks.plan ?? plan,
    addons: picks.addons.filter((addon) => !addons.includes(addon)),
    code: null,
  };
}

/** Everything that they would have. */
export function packageAfter(picks: Picks, { addons }: Subscriber): readonly CatalogueItem[] {
  const all = ADDONS.filter((addon) => addons.includes(addon) || picks.addons.includes(addon));
  return picks.plan === null ? [] : [picks.plan, ...all];
}

/** Whether anything would be different. */
export function changesAnything(picks: Picks, { plan }: Subscriber): boolean {
  return picks.plan !== null && (picks.plan !== plan || picks.addons.length > 0);
}
