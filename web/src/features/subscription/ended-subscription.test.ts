import { expect, test } from "vitest";
import { canUseComebackCode, describeEnd } from "./ended-subscription.ts";

const CANCELED = {
  subscription_status: "canceled",
  ends_at: Date.parse("2026-12-05T10:00:00Z") / 1_000,
  has_left_owing: false,
  guarantee: { state: "unavailable", until: null },
} as const;

test.each([
  ["was cancelled", CANCELED, "on 5 December 2026, because it was cancelled", true],
  ["ended at a time unknown", { ...CANCELED, ends_at: null }, "ended, because", true],
  ["owed a payment", { ...CANCELED, has_left_owing: true }, "couldn’t take your payment", false],
  [
    "was refunded",
    { ...CANCELED, guarantee: { state: "refunded", until: null } },
    "under the money-back guarantee",
    false,
  ],
  [
    "never started",
    { ...CANCELED, subscription_status: "incomplete_expired", ends_at: null },
    "never started",
    false,
  ],
  ["has no details yet", null, "has ended", false],
] as const)("subscription that %s: says why it ended, and who gets the comeback code", (...row) => {
  const [, details, text, isOffered] = row;
  expect(describeEnd(details)).toContain(text);
  expect(canUseComebackCode(details)).toBe(isOffered);
});
