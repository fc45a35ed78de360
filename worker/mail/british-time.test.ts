import { expect, test } from "vitest";
import { formatBritishTime } from "./british-time.ts";

test.each([
  ["winter", "2026-11-20T23:13:00.000Z", "Friday 20 November 2026 at 23:13 GMT"],
  ["summer", "2026-07-01T10:05:59.999Z", "Wednesday 1 July 2026 at 11:05 BST"],
  ["a date that differs in London", "2026-06-30T23:30:00Z", "Wednesday 1 July 2026 at 00:30 BST"],
  ["just before summer time", "2026-03-29T00:59:00Z", "Sunday 29 March 2026 at 00:59 GMT"],
  ["just after summer time began", "2026-03-29T01:00:00Z", "Sunday 29 March 2026 at 02:00 BST"],
  [
    "the repeated hour, before winter time",
    "2026-10-25T00:30:00Z",
    "Sunday 25 October 2026 at 01:30 BST",
  ],
  [
    "the repeated hour, after winter time began",
    "2026-10-25T01:30:00Z",
    "Sunday 25 October 2026 at 01:30 GMT",
  ],
  ["an input with an offset", "2026-11-20T18:13:00-05:00", "Friday 20 November 2026 at 23:13 GMT"],
])("%s", (_, iso, expected) => {
  expect(formatBritishTime(iso)).toBe(expected);
});

test("invalid timestamp: throws", () => {
  expect(() => formatBritishTime("yesterday")).toThrow(RangeError);
});
