import { expect, test } from "vitest";
import { PLANS } from "../catalogue.ts";
import { offerPrices, offerError } from "./retention-offer.ts";

test.each([
  [97_00, 77_60, 58_20],
  [175_00, 140_00, 105_00],
  [275_00, 220_00, 165_00],
  [9_99, 7_99, 6_00],
  [0, 0, 0],
])("%i pence become %i, saving %i in three months", (pence, discounted, saving) => {
  expect(offerPrices(pence)).toEqual({
    regularPence: pence,
    discountedPence: discounted,
    savingPence: saving,
  });
});

test.each([
  ["no other discount", 175_00, [], 175_00, 140_00, 105_00],
  ["the code for coming back", 175_00, [30], 122_50, 98_00, 73_50],
  ["a friend's tenth", 97_00, [10], 87_30, 69_84, 52_38],
  ["two of them, one off what the other leaves", 175_00, [30, 10], 110_25, 88_20, 66_15],
  ["all of it", 97_00, [100], 0, 0, 0],
] as const)("beside %s, of %i pence", (_, pence, others, regular, discounted, saving) => {
  expect(offerPrices(pence, others)).toEqual({
    regularPence: regular,
    discountedPence: discounted,
    savingPence: saving,
  });
});

test("every plan's price stays a whole number of pence", () => {
  for (const { pricePence } of PLANS) expect(pricePence % 5).toBe(0);
});

test.each([
  ["active", false, null],
  ["trialing", false, null],
  ["active", true, "redeemed"],
  ["past_due", false, "not_active"],
  ["unpaid", false, "not_active"],
  ["paused", false, "not_active"],
  ["incomplete", false, "not_active"],
  ["canceled", true, "not_active"],
] as const)("a subscription that is %s, already redeemed %s: %s", (status, isRedeemed, why) => {
  expect(offerError({ status, isRedeemed })).toBe(why);
});
