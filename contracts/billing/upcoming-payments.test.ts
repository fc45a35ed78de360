import { describe, expect, test } from "vitest";
import { type BilledSubscription, upcomingPayments } from "./upcoming-payments.ts";

const plus = { priceId: "tidepost_plus_monthly", amountPence: 175_00, quantity: 1 };
const starter = { priceId: "tidepost_starter_monthly", amountPence: 97_00, quantity: 1 };
const community = { priceId: "tidepost_community_monthly", amountPence: 49_00, quantity: 1 };
const channel = { priceId: "tidepost_channel_monthly", amountPence: 9_99, quantity: 1 };
const old = { priceId: "tidepost_plus_monthly", amountPence: 150_00, quantity: 1 };

const DECEMBER = "2026-12-03T10:00:00.000Z";
const JANUARY = "2027-01-03T10:00:00.000Z";
const FEBRUARY = "2027-02-03T10:00:00.000Z";
const MARCH = "2027-03-03T10:00:00.000Z";

function off(percentOff: number, endsAt: string | null = null) {
  return { percentOff, amountOffPence: null, isOnce: false, endsAt };
}

function sumOff(amountOffPence: number, endsAt: string | null = null) {
  return { percentOff: null, amountOffPence, isOnce: false, endsAt };
}

function community50(endsAt: string | null = null) {
  return { ...off(50, endsAt), productIds: ["tidepost_community"] };
}

function ofCustomer<T extends object>(discount: T) {
  return { ...discount, isOfCustomer: true };
}

function announced(at: string, pence = 175_00) {
  return { priceId: old.priceId, fromPence: old.amountPence, pence, at };
}

function billed(change: Partial<BilledSubscription>): BilledSubscription {
  return {
    status: "active",
    items: [plus],
    discounts: [],
    scheduled: null,
    announced: [],
    currentPeriodEnd: DECEMBER,
    anchorAt: "2026-11-03T10:00:00.000Z",
    endsAt: null,
    balancePence: 0,
    ...change,
  };
}

describe("upcomingPayments", () => {
  test.each<[string, Partial<BilledSubscription>, [pence: number, at: string][]]>([
    ["a plan", {}, [[175_00, DECEMBER]]],
    ["a plan with an add-on", { items: [plus, community] }, [[224_00, DECEMBER]]],
    ["an old price", { items: [old] }, [[150_00, DECEMBER]]],
    ["an item of several", { items: [plus, { ...channel, quantity: 3 }] }, [[204_97, DECEMBER]]],
    [
      "30% off that ends with a payment",
      { discounts: [off(30, FEBRUARY)] },
      [
        [122_50, DECEMBER],
        [175_00, FEBRUARY],
      ],
    ],
    [
      "30% off that ends between two payments",
      { discounts: [off(30, "2027-01-20T00:00:00.000Z")] },
      [
        [122_50, DECEMBER],
        [175_00, FEBRUARY],
      ],
    ],
    ["30% off that ends with the period", { discounts: [off(30, DECEMBER)] }, [[175_00, DECEMBER]]],
    ["30% off without an end", { discounts: [off(30)] }, [[122_50, DECEMBER]]],
    [
      "two discounts that end between the same payments",
      { discounts: [off(30, "2027-01-20T00:00:00.000Z"), off(20, "2027-01-25T00:00:00.000Z")] },
      [
        [98_00, DECEMBER],
        [175_00, FEBRUARY],
      ],
    ],
    [
      "two discounts that end one after the other",
      { discounts: [off(30, JANUARY), off(20, MARCH)] },
      [
        [98_00, DECEMBER],
        [140_00, JANUARY],
        [175_00, MARCH],
      ],
    ],
    [
      "a sum off the next payment only",
      { discounts: [{ ...sumOff(25_00), isOnce: true }] },
      [
        [150_00, DECEMBER],
        [175_00, JANUARY],
      ],
    ],
    [
      "a sum off, shared between the items before a percentage",
      { items: [plus, channel], discounts: [sumOff(5_00), off(20)] },
      [[144_00, DECEMBER]],
    ],
    [
      "a percentage off one product",
      { items: [plus, community], discounts: [community50(JANUARY)] },
      [
        [199_50, DECEMBER],
        [224_00, JANUARY],
      ],
    ],
    [
      "a sum off one product, more than it costs",
      {
        items: [plus, community],
        discounts: [{ ...sumOff(60_00), productIds: ["tidepost_community"] }, off(20)],
      },
      [[140_00, DECEMBER]],
    ],
    ["a sum off a product that it lacks", { discounts: [community50()] }, [[175_00, DECEMBER]]],
    [
      "a percentage off a product that a scheduled change adds",
      { discounts: [community50()], scheduled: { items: [plus, community], at: JANUARY } },
      [
        [175_00, DECEMBER],
        [199_50, JANUARY],
      ],
    ],
    [
      "a percentage off one product beside an item outside the catalogue",
      { items: [{ ...plus, priceId: null }, community], discounts: [community50()] },
      [[199_50, DECEMBER]],
    ],
    [
      "a discount of the customer",
      { discounts: [ofCustomer(off(10, JANUARY))] },
      [
        [157_50, DECEMBER],
        [175_00, JANUARY],
      ],
    ],
    [
      "a discount of the customer behind one of its own",
      { discounts: [ofCustomer(off(10)), off(20, FEBRUARY)] },
      [
        [140_00, DECEMBER],
        [157_50, FEBRUARY],
      ],
    ],
    [
      "a discount of the customer for one payment, behind one of its own for the next",
      {
        discounts: [
          { ...off(20), isOnce: true },
          { ...ofCustomer(sumOff(25_00)), isOnce: true },
        ],
      },
      [
        [140_00, DECEMBER],
        [150_00, JANUARY],
        [175_00, FEBRUARY],
      ],
    ],
    ["more off than it costs", { discounts: [sumOff(200_00)] }, [[0, DECEMBER]]],
    [
      "a scheduled change that keeps an old price",
      { items: [old, channel], scheduled: { items: [old], at: DECEMBER } },
      [[150_00, DECEMBER]],
    ],
    [
      "a scheduled change under a discount",
      { discounts: [off(20, JANUARY)], scheduled: { items: [starter], at: DECEMBER } },
      [
        [77_60, DECEMBER],
        [97_00, JANUARY],
      ],
    ],
    [
      "a change that is scheduled for later",
      { scheduled: { items: [starter], at: FEBRUARY } },
      [
        [175_00, DECEMBER],
        [97_00, FEBRUARY],
      ],
    ],
    [
      "a scheduled change of unknown prices",
      { scheduled: { items: [], at: FEBRUARY } },
      [[175_00, DECEMBER]],
    ],
    [
      "an announced price, between two payments",
      { items: [old, channel], announced: [announced("2026-12-04T10:00:00.000Z")] },
      [
        [159_99, DECEMBER],
        [184_99, JANUARY],
      ],
    ],
    [
      "an announced price at a payment",
      { items: [old], announced: [announced(DECEMBER)] },
      [[175_00, DECEMBER]],
    ],
    [
      "an announced price under a discount",
      { items: [old], announced: [announced(JANUARY)], discounts: [off(20, FEBRUARY)] },
      [
        [120_00, DECEMBER],
        [140_00, JANUARY],
        [175_00, FEBRUARY],
      ],
    ],
    [
      "a price announced in place of another",
      { items: [old], announced: [announced(JANUARY), announced(DECEMBER, 160_00)] },
      [
        [150_00, DECEMBER],
        [175_00, JANUARY],
      ],
    ],
    [
      "an announced price that it has",
      { announced: [announced(DECEMBER, 180_00)] },
      [[175_00, DECEMBER]],
    ],
    [
      "a scheduled change in place of an announced price",
      {
        items: [old],
        announced: [announced(DECEMBER)],
        scheduled: { items: [starter], at: JANUARY },
      },
      [
        [150_00, DECEMBER],
        [97_00, JANUARY],
      ],
    ],
    [
      "an announced price that waits for another change to begin",
      {
        items: [old, channel],
        announced: [announced(DECEMBER)],
        scheduled: { items: [old], at: DECEMBER },
      },
      [
        [150_00, DECEMBER],
        [175_00, JANUARY],
      ],
    ],
    [
      "credit that two payments take",
      { balancePence: -200_00 },
      [
        [0, DECEMBER],
        [150_00, JANUARY],
        [175_00, FEBRUARY],
      ],
    ],
    [
      "a sum owed with the next payment",
      { balancePence: 5_00 },
      [
        [180_00, DECEMBER],
        [175_00, JANUARY],
      ],
    ],
    ["a payment that failed", { status: "past_due" }, [[175_00, DECEMBER]]],
    ["a trial", { status: "trialing" }, [[175_00, DECEMBER]]],
    ["an end with the period", { endsAt: DECEMBER }, []],
    [
      "an end before a discount's",
      { endsAt: JANUARY, discounts: [off(30, FEBRUARY)] },
      [[122_50, DECEMBER]],
    ],
    ["no period", { currentPeriodEnd: null }, []],
    ["a first payment that waits", { status: "incomplete" }, []],
    ["all attempts failed", { status: "unpaid" }, []],
    ["an ended subscription", { status: "canceled" }, []],
  ])("%s", (_, change, expected) => {
    const payments = upcomingPayments(billed(change));
    expect(payments.map(({ pence, at }) => [pence, at])).toEqual(expected);
  });

  test("paid on the 31st: the payments fall on the last days of shorter months", () => {
    const [, full] = upcomingPayments(
      billed({
        anchorAt: "2026-12-31T10:00:00.000Z",
        currentPeriodEnd: "2027-02-28T10:00:00.000Z",
        discounts: [off(30, "2027-03-31T10:00:00.000Z")],
      }),
    );
    expect(full).toEqual({ pence: 175_00, at: "2027-03-31T10:00:00.000Z" });
  });
});
