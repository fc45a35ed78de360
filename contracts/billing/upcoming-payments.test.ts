import { describe, expect, test } from "vitest";
import {
  type BilledSubscription,
  collectionOf,
  isPaidLonger,
  monthlyPence,
  splitTotal,
  upcomingPayments,
} from "./upcoming-payments.ts";

const plus = { priceId: "tidepost_plus_monthly", amountPence: 175_00, quantity: 1 };
const starter = { priceId: "tidepost_starter_monthly", amountPence: 97_00, quantity: 1 };
const community = { priceId: "tidepost_community_monthly", amountPence: 49_00, quantity: 1 };
const channel = { priceId: "tidepost_channel_monthly", amountPence: 9_99, quantity: 1 };
const old = { priceId: "tidepost_plus_monthly", amountPence: 150_00, quantity: 1 };

const NOVEMBER = "2026-11-20T10:00:00.000Z";
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
    currency: "gbp",
    pause: null,
    upcoming: null,
    ...change,
  };
}

describe("upcomingPayments", () => {
  test.each<[string, Partial<BilledSubscription>, [pence: number, at: string][]]>([
    [
      "an end with the period, and invoice items that wait: they are collected with it",
      {
        endsAt: DECEMBER,
        discounts: [off(50)],
        balancePence: -5_00,
        upcoming: {
          pence: 127_50,
          balancePence: 0,
          reducible: [{ pence: 60_00, productId: null }],
          fixedPence: 15_00,
        },
      },
      [[40_00, DECEMBER]],
    ],
    [
      "an end with the period, whose last invoice Stripe previews",
      {
        endsAt: DECEMBER,
        upcoming: { pence: 175_00, balancePence: 0, untilEnd: { pence: 12_00, balancePence: 0 } },
      },
      [[12_00, DECEMBER]],
    ],
    [
      "a pause that is over at the end with the period",
      {
        endsAt: DECEMBER,
        pause: { behavior: "void", resumesAt: DECEMBER },
        upcoming: { pence: 175_00, balancePence: 0, untilEnd: { pence: 12_00, balancePence: 0 } },
      },
      [[12_00, DECEMBER]],
    ],
    [
      "a pause that is over after the end with the period",
      {
        endsAt: DECEMBER,
        pause: { behavior: "void", resumesAt: JANUARY },
        upcoming: { pence: 175_00, balancePence: 0, untilEnd: { pence: 12_00, balancePence: 0 } },
      },
      [],
    ],
    [
      "an end with the period, with which Stripe collects what waits",
      { endsAt: DECEMBER, upcoming: { pence: 175_00, balancePence: 0, fixedPence: 12_00 } },
      [[12_00, DECEMBER]],
    ],
    [
      "an end with the period, when nothing but what waits was previewed",
      {
        endsAt: DECEMBER,
        upcoming: { pence: 12_00, balancePence: 0, fixedPence: 12_00, isOnly: true },
      },
      [],
    ],
    [
      "an end with the period, with which Stripe collects invoice items alone",
      {
        endsAt: DECEMBER,
        upcoming: {
          pence: 235_00,
          balancePence: 0,
          reducible: [{ pence: 60_00, productId: null }],
        },
      },
      [[60_00, DECEMBER]],
    ],
    [
      "an end with the period, and nothing that waits",
      { endsAt: DECEMBER, upcoming: { pence: 175_00, balancePence: 0 } },
      [],
    ],
    [
      "an end in the next period: its shorter payment is Stripe's preview",
      {
        endsAt: "2026-12-18T22:00:00.000Z",
        upcoming: { pence: 175_00, balancePence: 0, untilEnd: { pence: 87_50, balancePence: 0 } },
      },
      [[87_50, DECEMBER]],
    ],
    [
      "an end in the middle of the next period, from which both items have an announced price",
      {
        items: [{ ...old, quantity: 2 }],
        announced: [announced(DECEMBER)],
        endsAt: "2026-12-18T22:00:00.000Z",
        upcoming: { pence: 300_00, balancePence: 0, untilEnd: { pence: 150_00, balancePence: 0 } },
      },
      [[175_00, DECEMBER]],
    ],
    [
      "an end in a later period: its shorter payment is not known yet",
      { endsAt: "2027-01-18T10:00:00.000Z", upcoming: { pence: 175_00, balancePence: 0 } },
      [[175_00, DECEMBER]],
    ],
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
      "less than Stripe takes, which waits for the next payment",
      { items: [{ ...channel, amountPence: 20 }], endsAt: MARCH },
      [
        [0, DECEMBER],
        [40, JANUARY],
        [0, FEBRUARY],
      ],
    ],
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

test.each([
  [30, 30, 0],
  [29, 0, 29],
  [-5, 0, -5],
])("an invoice of %d pence: Stripe takes %d and leaves %d", (total, pence, balancePence) => {
  expect(splitTotal(total)).toEqual({ pence, balancePence });
});

test("a price below the least charge: lists a year of payments", () => {
  const payments = upcomingPayments(billed({ items: [{ ...plus, amountPence: 20 }] }));
  expect(payments.map(({ pence }) => pence)).toEqual([0, 40, 0, 40, 0, 40, 0, 40, 0, 40, 0, 40]);
});

const yearly = { ...plus, amountPence: 1_750_00, interval: "year", intervalCount: 1 };
const until = (resumesAt: string | null) => ({ behavior: "void", resumesAt });
const stripeSays = (pence: number, balancePence = 0) => ({ pence, balancePence });

describe("what Stripe says of the next payment", () => {
  test.each<[string, Partial<BilledSubscription>, [pence: number, at: string][]]>([
    [
      "pending invoice items: in the next payment only",
      { upcoming: stripeSays(241_66) },
      [
        [241_66, DECEMBER],
        [175_00, JANUARY],
      ],
    ],
    [
      "credit of a downgrade: the rest goes on to the payment after it",
      { items: [starter], upcoming: stripeSays(0, -20_00) },
      [
        [0, DECEMBER],
        [77_00, JANUARY],
        [97_00, FEBRUARY],
      ],
    ],
    [
      "the customer's balance is in it already",
      { balancePence: -25_00, upcoming: stripeSays(150_00) },
      [
        [150_00, DECEMBER],
        [175_00, JANUARY],
      ],
    ],
    [
      "pending invoice items of a product that is reduced already",
      {
        discounts: [community50(JANUARY)],
        upcoming: {
          ...stripeSays(199_50),
          reducible: [{ pence: 49_00, productId: "tidepost_community" }],
        },
      },
      [
        [199_50, DECEMBER],
        [175_00, JANUARY],
      ],
    ],
    [
      "an announced price, which Stripe does not know",
      { items: [old], announced: [announced(DECEMBER)], upcoming: stripeSays(160_00) },
      [
        [185_00, DECEMBER],
        [175_00, JANUARY],
      ],
    ],
    [
      "a pause of two payments: neither they nor their invoice items are taken",
      { pause: until("2027-02-01T00:00:00.000Z"), upcoming: stripeSays(241_66) },
      [[175_00, FEBRUARY]],
    ],
    [
      "a pause uses up a discount of one payment",
      { pause: until(JANUARY), discounts: [{ ...off(50), isOnce: true }] },
      [[175_00, JANUARY]],
    ],
    [
      "a pause that keeps drafts: they use up neither the discount nor credit",
      {
        pause: { ...until(JANUARY), behavior: "keep_as_draft" },
        discounts: [{ ...off(50), isOnce: true }],
        balancePence: -20_00,
      },
      [
        [67_50, JANUARY],
        [175_00, FEBRUARY],
      ],
    ],
    [
      "a pause that voids invoices: they give credit back",
      { pause: until(JANUARY), balancePence: -20_00 },
      [
        [155_00, JANUARY],
        [175_00, FEBRUARY],
      ],
    ],
    [
      "a pause that writes invoices off: they keep credit",
      { pause: { ...until(JANUARY), behavior: "mark_uncollectible" }, balancePence: -200_00 },
      [
        [150_00, JANUARY],
        [175_00, FEBRUARY],
      ],
    ],
    ["a pause without an end", { pause: until(null) }, []],
    ["a pause that ends before it", { pause: until(NOVEMBER) }, [[175_00, DECEMBER]]],
    ["a yearly price", { items: [yearly] }, [[1_750_00, DECEMBER]]],
    [
      "a yearly price and a discount that ends within two years",
      { items: [yearly], discounts: [off(20, "2028-01-01T00:00:00.000Z")] },
      [
        [1_400_00, DECEMBER],
        [1_750_00, "2028-12-03T10:00:00.000Z"],
      ],
    ],
    [
      "every two weeks",
      {
        items: [{ ...plus, interval: "week", intervalCount: 2 }],
        upcoming: stripeSays(200_00),
      },
      [
        [200_00, DECEMBER],
        [175_00, "2026-12-17T10:00:00.000Z"],
      ],
    ],
    [
      "several cadences: only the next payment, which Stripe knows",
      { items: [plus, yearly], upcoming: stripeSays(175_00) },
      [[175_00, DECEMBER]],
    ],
    ["several cadences before Stripe was asked", { items: [plus, yearly] }, []],
    [
      "a scheduled change of unknown prices: only the next payment, which Stripe knows",
      { scheduled: { items: [], at: DECEMBER }, upcoming: stripeSays(120_00) },
      [[120_00, DECEMBER]],
    ],
    [
      "a scheduled change of unknown prices before Stripe was asked",
      { scheduled: { items: [], at: DECEMBER } },
      [],
    ],
    ["euros", { currency: "eur" }, []],
    ["no currency", { currency: null }, []],
    ["an interval that is new to us", { items: [{ ...plus, interval: "quarter" }] }, []],
    ["no interval", { items: [{ ...plus, interval: null }] }, []],
    ["a price without a fixed amount", { items: [{ ...plus, hasFixedPrice: false }] }, []],
    ["no preview", { upcoming: { pence: null, balancePence: 0 } }, []],
  ])("%s", (_, change, expected) => {
    const payments = upcomingPayments(billed(change));
    expect(payments.map(({ pence, at }) => [pence, at])).toEqual(expected);
  });

  test.each<[string, Partial<BilledSubscription>, string, number]>([
    ["a plan", {}, "usual", 175_00],
    ["a pause", { pause: until(null) }, "paused", 175_00],
    ["a yearly price", { items: [yearly] }, "usual", 145_83],
    [
      "a price each fortnight",
      { items: [{ ...plus, interval: "week", intervalCount: 2 }] },
      "usual",
      379_17,
    ],
    [
      "a price each day",
      { items: [{ ...plus, interval: "day", intervalCount: 1 }] },
      "usual",
      5_322_92,
    ],
    ["pending invoice items", { upcoming: stripeSays(241_66) }, "usual", 175_00],
    ["euros", { currency: "eur" }, "unknown", 0],
    ["euros that are paused", { currency: "eur", pause: until(null) }, "unknown", 0],
    ["no preview", { upcoming: { pence: null, balancePence: 0 } }, "unknown", 175_00],
  ])("%s: collection and what a month is worth", (_, change, collection, pence) => {
    expect(collectionOf(billed(change))).toBe(collection);
    expect(monthlyPence(billed(change))).toBe(pence);
  });
});

describe("part that is paid longer than the subscription runs", () => {
  const yearly = { ...plus, interval: "year", intervalCount: 1 };
  const monthly = { ...starter, interval: "month", intervalCount: 1 };
  test.each([
    ["of a year and a month, ending with the month", [yearly, monthly], DECEMBER, true],
    ["of a year and a month, ending now", [yearly, monthly], null, true],
    ["of a year and a month, ending later", [yearly, monthly], JANUARY, false],
    ["of one cadence", [monthly, { ...monthly, priceId: "other" }], DECEMBER, false],
    ["alone", [yearly], DECEMBER, false],
    ["alone, every fortnight", [{ ...monthly, interval: "fortnight" }], DECEMBER, false],
  ] as const)("items %s", (_, items, endsAt, expected) => {
    const held = items.map((item) => ({ ...item }));
    expect(isPaidLonger({ items: held, currentPeriodEnd: DECEMBER }, endsAt)).toBe(expected);
  });
});
