import { expect, test } from "vitest";
import { formatGbp, formatMoney, formatPrice } from "./money.ts";

test.each([
  [0, "£0.00"],
  [5, "£0.05"],
  [97_00, "£97.00"],
  [9_99, "£9.99"],
  [1_234_50, "£1,234.50"],
  [1_234_567_89, "£1,234,567.89"],
  [-20_00, "-£20.00"],
])("%i pence are formatted as %s", (pence, written) => {
  expect(formatGbp(pence)).toBe(written);
});

test.each([
  [97_00, "£97"],
  [9_99, "£9.99"],
  [9_90, "£9.90"],
  [1_000_00, "£1,000"],
])("a price of %i pence is listed as %s", (pence, listed) => {
  expect(formatPrice(pence)).toBe(listed);
});

test.each([
  [1_234_50, "gbp", "£1,234.50"],
  [1_234_50, "eur", "€1,234.50"],
  [1_234, "jpy", "JP¥1,234"],
])("%i of %s are formatted as %s", (minor, currency, written) => {
  expect(formatMoney(minor, currency)).toBe(written);
});
