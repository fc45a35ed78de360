import { expect, test } from "vitest";
import { formatGbp } from "./money.ts";

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
