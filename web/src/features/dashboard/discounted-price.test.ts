import { expect, test } from "vitest";
import { discountedPence } from "./discounted-price.ts";

test.each([
  { percents: [], left: null },
  { percents: [20], left: 140_00 },
  { percents: [20, 30], left: 98_00 },
  { percents: [100, 20], left: 0 },
  // Fixed-amount coupon: the details do not carry the amount.
  { percents: [20, null], left: null },
])("£175 with $percents % off: $left pence", ({ percents, left }) => {
  const discounts = percents.map((percent_off) => ({ percent_off }));
  expect(discountedPence(175_00, discounts)).toBe(left);
});

test("fractions of a penny: rounded as Stripe does", () => {
  expect(discountedPence(184_99, [{ percent_off: 20 }])).toBe(147_99);
});
