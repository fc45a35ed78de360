import { expect, test } from "vitest";
import { chargeCard, findCard, findCardByName, TEST_CARDS } from "./cards.ts";
import { type CouponTerms, discountEnd, spreadDiscounts } from "./discounts.ts";
import { nextAttempt } from "./dunning.ts";
import { addIntervals, DAY_SECONDS, periodEnd } from "./periods.ts";
import { prorate } from "./prorations.ts";
import { decideRefund } from "./refunds.ts";
import { addUp } from "./totals.ts";

const at = (iso: string): number => Date.parse(`${iso}Z`) / 1_000;

test.each([
  ["a month", "2026-01-15T10:00:00", "month", 1, "2026-02-15T10:00:00"],
  ["a month without that day", "2026-01-31T10:00:00", "month", 1, "2026-02-28T10:00:00"],
  ["a leap year's February", "2028-01-31T10:00:00", "month", 1, "2028-02-29T10:00:00"],
  ["over the year's end", "2026-12-31T23:59:59", "month", 2, "2027-02-28T23:59:59"],
  ["a year from a leap day", "2028-02-29T00:00:00", "year", 1, "2029-02-28T00:00:00"],
  ["over the change to summer time", "2026-03-01T00:30:00", "month", 1, "2026-04-01T00:30:00"],
  ["days", "2026-02-27T00:00:00", "day", 3, "2026-03-02T00:00:00"],
  ["weeks", "2026-02-27T00:00:00", "week", 2, "2026-03-13T00:00:00"],
] as const)("adds %s", (_what, from, interval, times, to) => {
  expect(addIntervals(at(from), interval, times)).toBe(at(to));
});

test("subscription from the 31st: renews on last days, and on the 31st again", () => {
  const anchor = at("2026-01-31T09:00:00");
  const ends: string[] = [];
  let start = anchor;
  for (let month = 0; month < 4; month += 1) {
    start = periodEnd(anchor, { interval: "month", count: 1 }, start);
    ends.push(new Date(start * 1_000).toISOString().slice(0, 10));
  }
  expect(ends).toEqual(["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]);
});

const coupon = (terms: Partial<CouponTerms>): CouponTerms => ({
  percentOff: null,
  amountOff: null,
  duration: "forever",
  durationInMonths: null,
  products: null,
  ...terms,
});
const line = (amount: number, product = "plan", discountable = true) => ({
  amount,
  product,
  discountable,
});

test.each([
  ["20 % of a plan", [line(97_00)], [coupon({ percentOff: 20 })], [[19_40]]],
  [
    "half a penny is rounded for each line",
    [line(9_99), line(9_99)],
    [coupon({ percentOff: 50 })],
    [[5_00], [5_00]],
  ],
  [
    "a sum is split by weight to the penny",
    [line(10_00), line(20_00)],
    [coupon({ amountOff: 10_00 })],
    [[3_33], [6_67]],
  ],
  [
    "a sum takes no more than there is",
    [line(3_00), line(2_00)],
    [coupon({ amountOff: 10_00 })],
    [[3_00], [2_00]],
  ],
  [
    "the second works on what the first left",
    [line(100_00)],
    [coupon({ percentOff: 50 }), coupon({ percentOff: 20 })],
    [[50_00, 10_00]],
  ],
  [
    "only products that the coupon names",
    [line(97_00), line(9_99, "addon")],
    [coupon({ percentOff: 20, products: ["plan"] })],
    [[19_40], []],
  ],
  [
    "neither credits nor prorations",
    [line(-50_00), line(50_00, "plan", false)],
    [coupon({ percentOff: 20 })],
    [[], []],
  ],
])("discount: distributed over lines: %s", (_what, lines, coupons, expected) => {
  const discounts = coupons.map((terms, index) => ({ id: `di_${index}`, terms }));
  const amounts = spreadDiscounts(lines, discounts).map((taken) =>
    taken.map(({ amount }) => amount),
  );
  expect(amounts).toEqual(expected);
});

test.each([
  ["repeating", 3, "2026-02-28T12:00:00"],
  ["once", null, null],
  ["forever", null, null],
] as const)("coupon of duration %s: ends in time", (duration, durationInMonths, expected) => {
  const end = discountEnd({ duration, durationInMonths }, at("2025-11-30T12:00:00"));
  expect(end).toBe(expected === null ? null : at(expected));
});

const JUNE = { start: at("2026-06-01T00:00:00"), end: at("2026-07-01T00:00:00") };

test.each([
  ["half way", "2026-06-16T00:00:00", [-48_50, 87_50]],
  ["at the start", "2026-06-01T00:00:00", [-97_00, 175_00]],
  ["a third in, with pennies to round", "2026-06-11T00:00:00", [-64_67, 116_67]],
  ["at the end", "2026-07-01T00:00:00", [0, 0]],
  ["after the end", "2026-07-03T00:00:00", [0, 0]],
])("plan change %s: prorated", (_what, moment, amounts) => {
  const lines = prorate(
    [{ item: "si_1", price: "starter", amount: 97_00, period: JUNE }],
    [{ item: "si_1", price: "plus", amount: 175_00, period: JUNE }],
    at(moment),
  );
  expect(lines.map(({ amount }) => amount)).toEqual(amounts);
});

test("proration: changed items only", () => {
  const plan = { item: "si_1", price: "starter", amount: 97_00, period: JUNE };
  const addon = { item: "si_2", price: "community", amount: 49_00, period: JUNE };
  const half = at("2026-06-16T00:00:00");
  expect(prorate([plan], [plan, addon], half)).toEqual([
    { kind: "charge", item: "si_2", price: "community", amount: 24_50 },
  ]);
  expect(prorate([plan, addon], [plan], half)).toEqual([
    { kind: "credit", item: "si_2", price: "community", amount: -24_50 },
  ]);
  expect(prorate([plan, addon], [plan, addon], half)).toEqual([]);
});

test.each([
  ["nothing owed before", [97_00], [0], 0, { total: 97_00, amountDue: 97_00, endingBalance: 0 }],
  ["a discount", [97_00], [19_40], 0, { total: 77_60, amountDue: 77_60, endingBalance: 0 }],
  [
    "credit that covers a part",
    [97_00],
    [0],
    -50_00,
    { total: 97_00, amountDue: 47_00, endingBalance: 0 },
  ],
  [
    "credit that covers all",
    [97_00],
    [0],
    -150_00,
    { total: 97_00, amountDue: 0, endingBalance: -53_00 },
  ],
  [
    "more refunded than charged",
    [-87_50, 48_50],
    [0, 0],
    0,
    { total: -39_00, amountDue: 0, endingBalance: -39_00 },
  ],
  ["too little for a card", [20], [0], 0, { total: 20, amountDue: 0, endingBalance: 20 }],
  ["the least for a card", [30], [0], 0, { total: 30, amountDue: 30, endingBalance: 0 }],
  [
    "a small debt from before",
    [97_00],
    [0],
    20,
    { total: 97_00, amountDue: 97_20, endingBalance: 0 },
  ],
])("invoice total: %s", (_what, amounts, discounts, balance, expected) => {
  const lines = amounts.map((amount, index) => ({
    amount,
    discounts: [{ amount: discounts[index] ?? 0 }],
  }));
  expect(addUp(lines, balance, "gbp")).toMatchObject(expected);
});

test.each([
  [1, 3],
  [2, 5],
  [3, 7],
])("dunning: after attempt %i the next is in %i days", (attempts, days) => {
  expect(nextAttempt([3, 5, 7], attempts, 1_000)).toBe(1_000 + days * DAY_SECONDS);
});

test("dunning: no attempt after the fourth", () => {
  expect(nextAttempt([3, 5, 7], 4, 1_000)).toBeNull();
});

test.each([
  ["the whole", { captured: 97_00, refunded: 0 }, null, { ok: true, amount: 97_00, isWhole: true }],
  ["a part", { captured: 97_00, refunded: 0 }, 20_00, { ok: true, amount: 20_00, isWhole: false }],
  ["the rest", { captured: 97_00, refunded: 20_00 }, null, { amount: 77_00, isWhole: true }],
  ["more than is left", { captured: 97_00, refunded: 20_00 }, 90_00, { why: "too_much" }],
  ["again", { captured: 97_00, refunded: 97_00 }, null, { why: "already_refunded" }],
  ["nothing", { captured: 97_00, refunded: 0 }, 0, { why: "not_positive" }],
])("refund of %s", (_what, charge, asked, expected) => {
  expect(decideRefund(charge, asked)).toMatchObject(expected);
});

const first = { isSetUp: false, isConfirmed: false, isExpired: false };
const later = { isSetUp: true, isConfirmed: false, isExpired: false };

test.each([
  ["4242424242424242", first, "paid"],
  ["4242424242424242", later, "paid"],
  ["4242424242424242", { ...later, isExpired: true }, "expired_card"],
  ["4000000000000341", later, "card_declined"],
  ["4000000000009995", first, "card_declined"],
  ["4000000000000069", first, "expired_card"],
  ["4000002500003155", first, "must_confirm"],
  ["4000002500003155", { ...first, isConfirmed: true }, "paid"],
  ["4000002500003155", later, "paid"],
  ["4000002760003184", first, "must_confirm"],
  ["4000002760003184", later, "must_confirm"],
  ["4000008260003178", first, "must_confirm"],
  ["4000008260003178", { ...first, isConfirmed: true }, "card_declined"],
])("card %s, charged with %o: %s", (number, options, expected) => {
  const testCard = findCard(number);
  if (testCard === null) throw new Error("there is no such card");
  const outcome = chargeCard(testCard, options);
  expect(outcome.kind === "declined" ? outcome.decline.code : outcome.kind).toBe(expected);
});

test("card: found by its number with spaces and by its API name", () => {
  expect(findCard("4242 4242-4242 4242")?.number).toBe("4242424242424242");
  expect(findCard("4111 1111 1111 1111")).toBeNull();
  expect(findCardByName("pm_card_visa")?.number).toBe("4242424242424242");
  expect(new Set(TEST_CARDS.map(({ number }) => number)).size).toBe(TEST_CARDS.length);
});
