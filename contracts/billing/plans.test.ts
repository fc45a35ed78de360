import { describe, expect, test } from "vitest";
import { AD_PLANS, ADDONS, type CatalogueItem, PLANS } from "../catalogue.ts";
import { nextPlanDown, nextPlanUp, planOf } from "./plans.ts";

const [, plus, premium] = PLANS;

test.each(
  PLANS.map((from, at) => ({ from, up: PLANS[at + 1] ?? null, down: PLANS[at - 1] ?? null })),
)("$from.name: its neighbours by price", ({ from, up, down }) => {
  expect(nextPlanUp(from)).toBe(up);
  expect(nextPlanDown(from)).toBe(down);
});

test("a price that is no longer sold: has neighbours, too", () => {
  const former = { pricePence: 197_00 };
  expect(nextPlanUp(former)).toBe(premium);
  expect(nextPlanDown(former)).toBe(plus);
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

  test.each([null, "", ADDONS[0].priceId, AD_PLANS[0].priceId])(
    "%s belongs to no plan",
    (priceId) => {
      expect(planOf(priceId)).toBeNull();
    },
  );
});
