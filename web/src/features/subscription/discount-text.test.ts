import { expect, test } from "vitest";
import { ADDON, PLAN } from "../../../../tests/support/catalogue.ts";
import { discountText } from "./discount-text.ts";

const secondsOf = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1_000;

const OFFER = { coupon_id: "c", percent_off: 20, amount_off_pence: null, price_ids: null };
const NEXT = { at: secondsOf("2026-12-22"), pence: 140_00 };
const FULL = { at: secondsOf("2027-03-22"), pence: 175_00 };
const AFTER_LAST = secondsOf("2027-02-22") + 1;

test.for([
  ["without an end: the percentage", null, [NEXT], "20% off"],
  [
    "ends after a payment that it reduces: dated by the next one",
    AFTER_LAST,
    [NEXT, FULL],
    "20% off until 22 March 2027",
  ],
  ["ends with a payment: dated by it", FULL.at, [NEXT, FULL], "20% off until 22 March 2027"],
  ["no other sum follows: dated by its end", AFTER_LAST, [NEXT], "20% off until 22 February 2027"],
] as const)("discount, %s", ([, endsAt, payments, text]) => {
  expect(discountText({ ...OFFER, ends_at: endsAt }, [...payments])).toBe(text);
});

test("discount of a sum: names it", () => {
  const discount = { ...OFFER, percent_off: null, amount_off_pence: 10_00, ends_at: null };
  expect(discountText(discount, [NEXT])).toBe("£10.00 off");
});

test.for([
  [[ADDON.community.priceId], "20% off Community Management & Engagement"],
  [
    [PLAN.plus.priceId, ADDON.community.priceId],
    "20% off Plus Package, Community Management & Engagement",
  ],
  [[], "20% off other products"],
] as const)("discount limited to %j: names what it reduces", ([priceIds, text]) => {
  expect(discountText({ ...OFFER, price_ids: [...priceIds], ends_at: null }, [NEXT])).toBe(text);
});
