import { expect, test } from "vitest";
import { rowEndsImmediately } from "./ends-immediately.ts";

const END_S = 1_798_000_000;

test.each([
  ["owes a payment and was cancelled", "past_due", true, null, true],
  ["owes a payment and goes on", "past_due", false, null, false],
  ["is paid for and was cancelled", "active", true, null, false],
  ["ends at once by its details", "active", true, { ends_at: END_S, ends_at_once: true }, true],
  [
    "would end at once by its details",
    "active",
    false,
    { ends_at: null, ends_at_once: true },
    false,
  ],
  ["ends later by its details", "past_due", true, { ends_at: END_S, ends_at_once: false }, false],
] as const)(
  "ends immediately: a subscription that %s",
  (_, status, isEnding, given, isImmediate) => {
    const row = { subscription_status: status, cancel_at_period_end: isEnding };
    expect(rowEndsImmediately(row, given)).toBe(isImmediate);
  },
);
