import { AD_PLANS, ADDONS, type Plan, PLANS } from "#contracts/catalogue.ts";

// Tests name what they mean: a plan that is added or moved leaves them as they are, and one that is removed is a type error.

type Of<List extends readonly { readonly id: string }[], Id> = Extract<List[number], { id: Id }>;

function named<
  const List extends readonly { readonly id: string }[],
  Id extends List[number]["id"],
>(list: List, id: Id): Of<List, Id> {
  const found = list.find((item) => item.id === id);
  if (found === undefined) throw new Error(`the catalogue has no ${id}`);
  return found as Of<List, Id>;
}

export const PLAN = {
  starter: named(PLANS, "starter"),
  plus: named(PLANS, "plus"),
};

/** Each plan with the next dearer one, whichever are sold. */
export const PLAN_STEPS = PLANS.flatMap((from: Plan, index) => {
  const to = PLANS[index + 1];
  return to === undefined ? [] : [{ from, to }];
});

export const DEAREST_PLAN: Plan = PLAN_STEPS.at(-1)?.to ?? PLANS[0];

export const ADDON = {
  channel: named(ADDONS, "additional-channel"),
  community: named(ADDONS, "community"),
  metaAds: named(ADDONS, "meta-ads"),
  influencer: named(ADDONS, "influencer"),
};

export const AD_PLAN = {
  starter: named(AD_PLANS, "ads-starter"),
  professional: named(AD_PLANS, "ads-professional"),
  enterprise: named(AD_PLANS, "ads-enterprise"),
};
