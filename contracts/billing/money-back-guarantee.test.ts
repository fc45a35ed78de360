import { expect, test } from "vitest";
import { refundError } from "./money-back-guarantee.ts";

const PAID = {
  status: "active",
  duplicateOf: null,
  firstPaidAt: "2026-11-01T10:00:00.000Z",
  refundRequest: null,
} as const;
const NEXT_DAY = "2026-11-02T10:00:00.000Z";

test.each([
  ["first day", PAID, "2026-11-01T10:00:01.000Z", null],
  ["last second of the 14 days", PAID, "2026-11-15T09:59:59.999Z", null],
  ["after 14 days", PAID, "2026-11-15T10:00:00.000Z", "over"],
  ["nothing paid", { ...PAID, firstPaidAt: null }, NEXT_DAY, "nothing_paid"],
  ["requested before", { ...PAID, refundRequest: "asked" }, NEXT_DAY, "asked"],
  ["ended", { ...PAID, status: "canceled" }, NEXT_DAY, "ended"],
  ["duplicate", { ...PAID, duplicateOf: "sub_1" }, NEXT_DAY, "ended"],
  [
    "ended since its refund",
    { ...PAID, status: "canceled", refundRequest: "refunded" },
    NEXT_DAY,
    "asked",
  ],
] as const)("guarantee, %s: %s", (_, given, now, why) => {
  expect(refundError(given, now)).toBe(why);
});
