import { expect, test } from "vitest";
import { ADDONS, PLANS } from "#contracts/catalogue.ts";
import { readPicks } from "./picks.ts";
import { changesAnything, packageAfter, picksBeside, subscriberOf } from "./subscriber.ts";

const [starter, plus] = PLANS;
const [channel, community, metaAds] = ADDONS;
const own = subscriberOf([starter.priceId, community.priceId, null]);

test("somebody has the plan and the add-ons of their subscription", () => {
  expect(own).toEqual({ plan: starter, addons: [community] });
  expect(subscriberOf(["price_of_before"])).toEqual({ plan: null, addons: [] });
});

test.each([
  ["", starter, [], [starter, community], false],
  ["?plan=starter&with=community", starter, [], [starter, community], false],
  ["?plan=plus", plus, [], [plus, community], true],
  ["?addon=meta-ads", starter, [metaAds], [starter, community, metaAds], true],
  ["?addon=community", starter, [], [starter, community], false],
  ["?plan=plus&with=additional-channel", plus, [channel], [plus, channel, community], true],
] as const)("with %s they choose beside it", (search, plan, addons, after, changes) => {
  const picks = picksBeside(readPicks(search), own);
  expect([picks.plan, picks.addons]).toEqual([plan, addons]);
  expect(packageAfter(picks, own)).toEqual(after);
  expect(changesAnything(picks, own)).toBe(changes);
});
