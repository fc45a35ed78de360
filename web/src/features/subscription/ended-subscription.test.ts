import { expect, test } from "vitest";
import { describeEnd } from "./ended-subscription.ts";

const CANCELED = {
  subscription_status: "canceled",
  ends_at: Date.parse("2026-12-05T10:00:00Z") / 1_000,
  has_left_owing: false,
  guarantee: { state: "unavailable", until: null },
} as const;

test.each([
  ["was cancelled", CANCELED, "on 5 December 2026, because it was cancelled"],
  ["ended at a time unknown", { ...CANCELED, ends_at: null }, "ended, because"],
  ["owed a payment", { ...CANCELED, has_left_owing: true }, "The last payment didn’t reach us"],
  [
    "was refunded",
    { ...CANCELED, guarantee: { state: "refunded", until: null } },
    "under the money-back guarantee",
  ],
  [
    "never started",
    { ...CANCELED, subscription_status: "incomplete_expired", ends_at: null },
    "never started",
  ],
  ["has no details yet", null, "has ended"],
] as const)("subscription that %s: says why it ended", (...row) => {
  const [, details, text] = row;
  expect(describeEnd(details)).toContain(text);
});
