import { expect, test } from "vitest";
import { guaranteeError } from "./money-back-guarantee.ts";

const PAID = { firstPaidAt: "2026-11-01T10:00:00.000Z", isAsked: false, isUsed: false };

test.each([
  ["on the first day", PAID, "2026-11-01T10:00:01.000Z", null],
  ["in the last second", PAID, "2026-11-15T09:59:59.999Z", null],
  ["when fourteen days are over", PAID, "2026-11-15T10:00:00.000Z", "over"],
  [
    "before anything was paid",
    { ...PAID, firstPaidAt: null },
    "2026-11-02T10:00:00.000Z",
    "nothing_paid",
  ],
  ["a second time", { ...PAID, isAsked: true }, "2026-11-02T10:00:00.000Z", "asked"],
  [
    "after another one was paid back",
    { ...PAID, isUsed: true },
    "2026-11-02T10:00:00.000Z",
    "used",
  ],
] as const)("refund under the guarantee %s: %s", (_, given, now, why) => {
  expect(guaranteeError(given, now)).toBe(why);
});
