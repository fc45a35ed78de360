import { expect, test } from "vitest";
import { discountedPence } from "./monthly-price.ts";

test.each([
  { percents: [], left: null },
  { percents: [20], left: 140_00 },
  { percents: [20, 30], left: 98_00 },
  { percents: [100, 20], left: 0 },
  // So many pounds off: we are not told how many.
  { percents: [20, null], left: null },
])("a month of £175 with $percents % off costs $left pence", ({ percents, left }) => {
  const discounts = percents.map((percent_off) => ({ percent_off }));
  expect(discountedPence(175_00, discounts)).toBe(left);
});

test("a part of a penny is rounded as the payment provider rounds it", () => {
  expect(discountedPence(184_99, [{ percent_off: 20 }])).toBe(147_99);
});
