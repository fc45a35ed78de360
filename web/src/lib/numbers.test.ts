import { expect, test } from "vitest";
import { formatWhole } from "./numbers.ts";

test.each([
  [0, "0"],
  [999, "999"],
  [1_000, "1,000"],
  [77_582, "77,582"],
  [15_272_340, "15,272,340"],
])("%i becomes %s", (value, written) => {
  expect(formatWhole(value)).toBe(written);
});
