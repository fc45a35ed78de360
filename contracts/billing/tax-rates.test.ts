import { expect, test } from "vitest";
import { type TaxRateState, taxRatesToSet } from "./tax-rates.ts";

const OURS = { id: "txr_20", isOurs: true };
const OLD = { id: "txr_17", isOurs: true };
const BY_HAND = { id: "txr_0", isOurs: false };

test.each<[string, TaxRateState[], string | null, string[] | null]>([
  ["registered, no rate yet: gets it", [], "txr_20", ["txr_20"]],
  ["registered, has the rate: stays", [OURS], "txr_20", null],
  ["registered, has a former rate: gets the new one", [OLD], "txr_20", ["txr_20"]],
  ["registered, has both: keeps the new one", [OLD, OURS], "txr_20", ["txr_20"]],
  ["registered, a rate by hand: stays", [BY_HAND], "txr_20", null],
  ["not registered, no rate: stays", [], null, null],
  ["not registered, has a rate of ours: loses it", [OURS], null, []],
  ["not registered, a rate by hand: stays", [BY_HAND], null, null],
])("tax rates: %s", (_case, current, vatRateId, expected) => {
  expect(taxRatesToSet(current, vatRateId)).toEqual(expected);
});
