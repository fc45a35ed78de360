import { describe, expect, test } from "vitest";
import { ADDON, AD_PLAN, PLAN_STEPS } from "../../tests/support/catalogue.ts";
import { ADDONS, type CatalogueItem, PLANS } from "../catalogue.ts";
import { nextPlanDown, nextPlanUp, planOf } from "./plans.ts";

test.each(PLANS)("$name: its neighbours by price", (from) => {
  const prices = PLANS.map(({ pricePence }) => pricePence).toSorted((one, other) => one - other);
  const at = prices.indexOf(from.pricePence);
  expect(nextPlanUp(from)?.pricePence).toBe(prices[at + 1]);
  expect(nextPlanDown(from)?.pricePence).toBe(prices[at - 1]);
});

test.each(PLAN_STEPS)("a price that is no longer sold: has neighbours, too", ({ from, to }) => {
  const former = { pricePence: to.pricePence - 1 };
  expect(nextPlanUp(former)).toBe(to);
  expect(nextPlanDown(former)).toBe(from);
});

test.each<CatalogueItem>(ADDONS)(
  "$name: included in a plan, it is included in every dearer one",
  ({ includedIn = [] }) => {
    const first = PLANS.findIndex((plan) => includedIn.includes(plan.priceId));
    expect(includedIn).toEqual(first === -1 ? [] : PLANS.slice(first).map((plan) => plan.priceId));
  },
);

describe("a price", () => {
  test.each(PLANS)("$priceId belongs to $name", (plan) => {
    expect(planOf(plan.priceId)).toBe(plan);
  });

  test.each([null, "", ADDON.channel.priceId, AD_PLAN.starter.priceId])(
    "%s belongs to no plan",
    (priceId) => {
      expect(planOf(priceId)).toBeNull();
    },
  );
});
