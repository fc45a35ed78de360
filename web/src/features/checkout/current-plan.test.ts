import { expect, test } from "vitest";
import { ADDON, PLAN } from "../../../../tests/support/catalogue.ts";
import {
  currentPlanOf,
  isDifferentPlan,
  itemsAfterChange,
  selectionBeside,
} from "./current-plan.ts";
import { parseSelection } from "./selection.ts";

const { starter, plus } = PLAN;
const { channel, community, metaAds } = ADDON;
const own = currentPlanOf([starter.priceId, community.priceId, null]);

test("current plan: read from the items of the subscription", () => {
  expect(own).toEqual({ plan: starter, addons: [community] });
  expect(currentPlanOf(["price_of_before"])).toEqual({ plan: null, addons: [] });
});

test.each([
  ["", starter, [], [starter, community], false],
  ["?plan=starter&with=community", starter, [], [starter, community], false],
  ["?plan=plus", plus, [], [plus, community], true],
  ["?addon=meta-ads", starter, [metaAds], [starter, community, metaAds], true],
  ["?addon=community", starter, [], [starter, community], false],
  ["?plan=plus&with=additional-channel", plus, [channel], [plus, channel, community], true],
] as const)(
  'selection "%s" beside the current plan: what the customer lacks, and all items after the change',
  (search, plan, addons, after, changes) => {
    const selection = selectionBeside(parseSelection(search), own);
    expect([selection.plan, selection.addons]).toEqual([plan, addons]);
    expect(itemsAfterChange(selection, own)).toEqual(after);
    expect(isDifferentPlan(selection, own)).toBe(changes);
  },
);
