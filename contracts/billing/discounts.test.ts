import { expect, test } from "vitest";
import { monthlyPrices, discountPercentsAt } from "./discounts.ts";

test.each([
  ["one without an end", { percentOff: 10, endsAt: null }, 100, [10]],
  ["one that goes on", { percentOff: 10, endsAt: 101 }, 100, [10]],
  ["one that ends with the payment", { percentOff: 10, endsAt: 100 }, 100, []],
  ["one that is over", { percentOff: 10, endsAt: 99 }, 100, []],
  ["one of a sum", { percentOff: null, endsAt: null }, 100, []],
  ["one, where no payment is known", { percentOff: 10, endsAt: 99 }, null, [10]],
])("%s: the next payment is reduced by %j", (_, discount, at, percents) => {
  expect(discountPercentsAt([discount], at)).toEqual(percents);
});

const NEXT = 100;
const FULL = { pence: 175_00, later: [] };
const THIRTY = { percentOff: 30, endsAt: 300 };

test.each([
  ["no discount", [], FULL],
  ["30% that ends later", [THIRTY], { pence: 122_50, later: [{ from: 300, pence: 175_00 }] }],
  ["30% that reduced the first payment alone", [{ percentOff: 30, endsAt: NEXT }], FULL],
  ["30% for good", [{ percentOff: 30, endsAt: null }], { pence: 122_50, later: [] }],
  [
    "two that end one after the other",
    [{ percentOff: 20, endsAt: 400 }, THIRTY],
    {
      pence: 98_00,
      later: [
        { from: 300, pence: 140_00 },
        { from: 400, pence: 175_00 },
      ],
    },
  ],
  ["a sum off", [{ percentOff: null, endsAt: null }], null],
  ["a sum off that has ended", [{ percentOff: null, endsAt: NEXT }], FULL],
])("a month of £175 with %s costs %j", (_, discounts, prices) => {
  expect(monthlyPrices(175_00, discounts, NEXT)).toEqual(prices);
});

test("a discount that ends reduces a payment whose date is not known", () => {
  expect(monthlyPrices(175_00, [THIRTY], null)).toMatchObject({ pence: 122_50 });
});
