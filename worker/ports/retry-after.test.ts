import { expect, test } from "vitest";
import { retryAfterMs } from "./company-answer.ts";

test.each([
  ["7", 7_000],
  ["0.5", 1_000],
  ["0", 1_000],
  ["-3", 1_000],
  ["86400", 60_000],
  ["Fri, 20 Nov 2026 23:13:00 GMT", 1_000],
  ["", 1_000],
  [null, 1_000],
  [undefined, 1_000],
])("Retry-After %j: waits %i ms", (header, expected) => {
  expect(retryAfterMs(header)).toBe(expected);
});
