import { expect, test } from "vitest";
import { COMEBACK_OFFER, RETENTION_OFFER } from "./coupons.ts";
import { type BuyerHistory, promotionCodeError } from "./promotion-code.ts";

const NEW: BuyerHistory = {
  hasPaid: false,
  hasKept: false,
  hasUsedComeback: false,
  hasEndedUnpaid: false,
};
const FORMER = { ...NEW, hasPaid: true, hasKept: true };

const COMEBACK = { couponId: COMEBACK_OFFER.couponId, isForReturning: false, minimumPence: null };
const RETENTION = { couponId: RETENTION_OFFER.couponId, isForReturning: false, minimumPence: null };
const DASHBOARD = { couponId: "summer", isForReturning: false, minimumPence: null };
const MARKED = { couponId: "winter", isForReturning: true, minimumPence: null };
const PERSONAL = { couponId: "sorry", isForReturning: null, minimumPence: null };

test.each([
  ["the comeback code, a former customer", COMEBACK, FORMER, null],
  ["the comeback code, who used it", COMEBACK, { ...FORMER, hasUsedComeback: true }, "used"],
  [
    "the comeback code, after one that ended unpaid",
    COMEBACK,
    { ...FORMER, hasEndedUnpaid: true },
    "ended_unpaid",
  ],
  [
    "the comeback code, who got everything back",
    COMEBACK,
    { ...FORMER, hasKept: false },
    "other_customers",
  ],
  [
    "the comeback code, who never paid",
    COMEBACK,
    { ...NEW, hasEndedUnpaid: true },
    "other_customers",
  ],
  ["the retention coupon, a new customer", RETENTION, NEW, "other_customers"],
  ["a code of the Dashboard, a new customer", DASHBOARD, NEW, null],
  ["a code of the Dashboard, a former customer", DASHBOARD, FORMER, "other_customers"],
  [
    "a code of the Dashboard, who got everything back",
    DASHBOARD,
    { ...FORMER, hasKept: false },
    "other_customers",
  ],
  ["a marked code, a former customer", MARKED, FORMER, null],
  ["a code for this buyer, a new customer", PERSONAL, NEW, null],
  ["a code for this buyer, a former customer", PERSONAL, FORMER, null],
  ["a marked code, who used the comeback code", MARKED, { ...FORMER, hasUsedComeback: true }, null],
  ["a marked code, a new customer", MARKED, NEW, "other_customers"],
  ["a code for larger orders", { ...DASHBOARD, minimumPence: 97_01 }, NEW, "below_minimum"],
  ["a code for such orders", { ...DASHBOARD, minimumPence: 97_00 }, NEW, null],
] as const)("promotion code, %s: error is $3", (_, code, history, expected) => {
  expect(promotionCodeError(history, code, 97_00)).toBe(expected);
});

test("promotion code for larger orders, nothing chosen yet: no error", () => {
  expect(promotionCodeError(NEW, { ...DASHBOARD, minimumPence: 97_01 }, null)).toBeNull();
});
