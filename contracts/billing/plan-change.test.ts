import { describe, expect, test } from "vitest";
import { ADDON, PLAN } from "../../tests/support/catalogue.ts";
import { ADDONS, type CatalogueItem } from "../catalogue.ts";
import { decidePlanChange, type PlanSelection, type SubscribedItems } from "./plan-change.ts";

const [starter, plus] = [PLAN.starter.priceId, PLAN.plus.priceId];
const [channel, community, influencer] = [
  ADDON.channel.priceId,
  ADDON.community.priceId,
  ADDON.influencer.priceId,
];

const KEPT: SubscribedItems = { plan: plus, addons: [channel] };
const CHEAPER: SubscribedItems = { ...KEPT, plan: starter };
const selection = (change: Partial<PlanSelection>): PlanSelection => ({
  plan: null,
  add: [],
  remove: [],
  ...change,
});

describe("decidePlanChange", () => {
  test.each([
    [
      "a dearer plan, with the add-ons that are there",
      { plan: plus },
      "upgrade",
      "now",
      plus,
      [channel],
    ],
    ["a cheaper plan", { plan: starter }, "downgrade", "period_end", starter, [channel]],
    ["an add-on", { add: [community] }, "add", "now", plus, [channel, community]],
    [
      "an add-on and the plan that is there",
      { plan: plus, add: [community] },
      "add",
      "now",
      plus,
      [channel, community],
    ],
    ["an add-on less", { remove: [channel] }, "remove", "period_end", plus, []],
    [
      "a dearer plan and an add-on",
      { plan: plus, add: [influencer] },
      "upgrade",
      "now",
      plus,
      [channel, influencer],
    ],
    [
      "a cheaper plan without an add-on",
      { plan: starter, remove: [channel] },
      "downgrade",
      "period_end",
      starter,
      [],
    ],
    [
      "an add-on that is there beside a dearer plan",
      { plan: plus, add: [channel] },
      "upgrade",
      "now",
      plus,
      [channel],
    ],
  ] as const)("%s", (_, change, direction, when, plan, addons) => {
    const kept = direction === "upgrade" ? CHEAPER : KEPT;
    expect(decidePlanChange(kept, selection(change))).toEqual({
      ok: true,
      direction,
      when,
      target: { plan, addons: [...addons].toSorted((a, b) => a.localeCompare(b)) },
    });
  });

  test.each([
    ["nothing", {}, "no_change"],
    ["the plan that is there", { plan: plus }, "no_change"],
    ["an add-on that is there", { add: [channel] }, "no_change"],
    ["an add-on less that is not there", { remove: [community] }, "no_change"],
    ["a cheaper plan with an add-on more", { plan: starter, add: [community] }, "mixed"],
    ["one add-on in another's place", { add: [community], remove: [channel] }, "mixed"],
    ["a plan that is not for sale", { plan: "tidepost_gold_monthly" }, "unknown_price"],
    ["an add-on as plan", { plan: community }, "unknown_price"],
    ["a plan as add-on", { add: [starter] }, "unknown_price"],
  ] as const)("%s is rejected: %s", (_, change, error) => {
    expect(decidePlanChange(KEPT, selection(change))).toEqual({ ok: false, error });
  });

  const INCLUDED = ADDONS.flatMap(({ name, priceId, includedIn = [] }: CatalogueItem) =>
    includedIn.map((plan) => ({ name, priceId, plan })),
  );
  test.each(INCLUDED)("$name and $plan, which has it already: not added", ({ priceId, plan }) => {
    const decision = decidePlanChange(CHEAPER, selection({ plan, add: [priceId] }));
    expect(decision).toMatchObject({ ok: true, target: { plan, addons: [channel] } });
  });

  test("a dearer plan without an add-on is rejected", () => {
    const change = selection({ plan: plus, remove: [channel] });
    expect(decidePlanChange(CHEAPER, change)).toEqual({ ok: false, error: "mixed" });
  });

  test("a plan outside the catalogue: cannot be compared", () => {
    expect(decidePlanChange({ plan: null, addons: [] }, selection({ plan: plus }))).toEqual({
      ok: false,
      error: "unknown_plan",
    });
  });
});
