import { expect, test } from "vitest";
import { spanInWords, spanShort } from "./spans.ts";

test.each([
  [0, "0 min", "0 seconds"],
  [3_599, "59 min", "59 minutes"],
  [3_600, "1 h", "1 hour"],
  [5_400, "1 h 30 min", "90 minutes"],
  [11_100, "3 h 5 min", "3 hours"],
  [86_400, "1 day", "24 hours"],
  [190_800, "2 days 5 h", "53 hours"],
])("%d seconds: %s, %s", (seconds, short, words) => {
  expect(spanShort(seconds)).toBe(short);
  expect(spanInWords(seconds)).toBe(words);
});
