import { expect, test } from "vitest";
import { guaranteeError } from "./money-back-guarantee.ts";

const PAID = { firstPaidAt: "2026-11-01T10:00:00.000Z", isAsked: false };

test.each([
  ["first day", PAID, "2026-11-01T10:00:01.000Z", null],
  ["last second of the 14 days", PAID, "2026-11-15T09:59:59.999Z", null],
  ["after 14 days", PAID, "2026-11-15T10:00:00.000Z", "over"],
  ["nothing paid", { ...PAID, firstPaidAt: null }, "2026-11-02T10:00:00.000Z", "nothing_paid"],
  ["requested before", { ...PAID, isAsked: true }, "2026-11-02T10:00:00.000Z", "asked"],
] as const)("guarantee, %s: %s", (_, given, now, why) => {
  expect(guaranteeError(given, now)).toBe(why);
});
