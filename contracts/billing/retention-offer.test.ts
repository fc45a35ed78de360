import { expect, test } from "vitest";
import { COMEBACK_OFFER, OFFERS_STACK } from "./coupons.ts";
import { offerError, offerPayments } from "./retention-offer.ts";

function off(percentOff: number, endsAt: string | null) {
  return { percentOff, amountOffPence: null, isOnce: false, endsAt };
}

const USUAL = { currency: "gbp", pause: null, upcoming: null, balancePence: 0 } as const;

const MONTHLY = { collection: "usual", cadence: { interval: "month", count: 1 } } as const;

test.each([
  ["a plan", 175_00, [], [140_00, 140_00, 140_00], [175_00, 175_00, 175_00]],
  ["a price that does not divide", 9_99, [], [7_99, 7_99, 7_99], [9_99, 9_99, 9_99]],
  ["another discount", 175_00, [off(30, null)], [98_00, 98_00, 98_00], [122_50, 122_50, 122_50]],
  [
    "a comeback discount that ends within the offer",
    175_00,
    [off(30, "2027-02-20T12:00:00.000Z")],
    [98_00, 98_00, 140_00],
    [122_50, 122_50, 175_00],
  ],
  [
    "a discount of the customer, which the offer displaces",
    175_00,
    [{ ...off(30, "2027-01-01T12:00:00.000Z"), isOfCustomer: true }],
    [140_00, 140_00, 140_00],
    [122_50, 175_00, 175_00],
  ],
  ["all of it off", 97_00, [off(100, null)], [0, 0, 0], [0, 0, 0]],
])("%s: the offer reduces three payments", (_, amountPence, discounts, reduced, regular) => {
  const payments = offerPayments({
    status: "active",
    items: [{ priceId: null, amountPence, quantity: 1 }],
    discounts,
    scheduled: null,
    announced: [],
    currentPeriodEnd: "2026-12-20T12:00:00.000Z",
    anchorAt: null,
    ...USUAL,
  });
  expect(payments.map(({ pence }) => pence)).toEqual(reduced);
  expect(payments.map(({ regularPence }) => regularPence)).toEqual(regular);
});

test.each([
  ["no discount reduces", undefined, [5_00, 80_00, 80_00]],
  ["discounts reduce", [{ pence: 15_00, productId: null }], [2_00, 80_00, 80_00]],
])(
  "credit, and pending invoice items that %s: the offer names what Stripe takes",
  (_, reducible, pence) => {
    const payments = offerPayments({
      status: "active",
      items: [{ priceId: null, amountPence: 100_00, quantity: 1 }],
      discounts: [],
      scheduled: null,
      announced: [],
      currentPeriodEnd: "2026-12-20T12:00:00.000Z",
      anchorAt: null,
      ...USUAL,
      balancePence: -90_00,
      upcoming: { pence: 25_00, balancePence: 0, ...(reducible !== undefined && { reducible }) },
    });
    expect(payments.map((payment) => payment.pence)).toEqual(pence);
    expect(payments.map(({ regularPence }) => regularPence)).toEqual([25_00, 100_00, 100_00]);
  },
);

test("a price announced for the second payment: the offer reduces it too", () => {
  const payments = offerPayments({
    status: "active",
    items: [{ priceId: "tidepost_plus_monthly", amountPence: 150_00, quantity: 1 }],
    discounts: [],
    scheduled: null,
    announced: [
      {
        priceId: "tidepost_plus_monthly",
        fromPence: 150_00,
        pence: 175_00,
        at: "2027-01-02T12:00:00.000Z",
      },
    ],
    currentPeriodEnd: "2026-12-20T12:00:00.000Z",
    anchorAt: null,
    ...USUAL,
  });
  expect(payments.map(({ pence }) => pence)).toEqual([120_00, 140_00, 140_00]);
  expect(payments.map(({ regularPence }) => regularPence)).toEqual([150_00, 175_00, 175_00]);
});

test.each([
  ["active", false, null],
  ["trialing", false, null],
  ["active", true, "redeemed"],
  ["past_due", false, "not_active"],
  ["unpaid", false, "not_active"],
  ["paused", false, "not_active"],
  ["incomplete", false, "not_active"],
  ["canceled", true, "not_active"],
] as const)("a subscription that is %s, already redeemed %s: %s", (status, isRedeemed, why) => {
  expect(offerError({ status, isRedeemed, couponIds: [], payments: [], ...MONTHLY })).toBe(why);
});

test.each([
  ["the comeback offer", COMEBACK_OFFER.couponId, OFFERS_STACK ? null : "discounted"],
  ["a friend's discount", "friends", null],
  ["a discount without a coupon", null, null],
])("retention offer beside %s: error is $2", (_, couponId, why) => {
  expect(
    offerError({
      status: "active",
      isRedeemed: false,
      couponIds: [couponId],
      payments: [],
      ...MONTHLY,
    }),
  ).toBe(why);
});

test.each([
  ["less in each payment", [175_00, 175_00, 175_00], [140_00, 140_00, 140_00], null],
  ["more in one, less in all", [122_50, 175_00, 175_00], [140_00, 140_00, 140_00], "saves_nothing"],
  ["more in all", [122_50, 122_50, 122_50], [140_00, 140_00, 140_00], "saves_nothing"],
  ["nothing in any case", [0, 0, 0], [0, 0, 0], "saves_nothing"],
  ["nothing at first, for credit", [0, 0, 175_00], [0, 0, 70_00], "saves_nothing"],
] as const)(
  "retention offer with which the customer pays %s: error is $3",
  (_, regular, reduced, why) => {
    const payments = regular.map((regularPence, index) => ({
      at: "",
      pence: reduced[index] ?? 0,
      regularPence,
    }));
    const given = {
      status: "active",
      isRedeemed: false,
      couponIds: [],
      payments,
      ...MONTHLY,
    } as const;
    expect(offerError(given)).toBe(why);
  },
);

test.each([
  ["paused", "paused", { interval: "month", count: 1 }, "paused"],
  ["with sums that we do not know", "unknown", { interval: "month", count: 1 }, "not_monthly"],
  ["a year", "usual", { interval: "year", count: 1 }, "not_monthly"],
  ["every two months", "usual", { interval: "month", count: 2 }, "not_monthly"],
  ["of several cadences", "usual", null, "not_monthly"],
] as const)("a subscription %s: no offer", (_, collection, cadence, why) => {
  const given = { status: "active", isRedeemed: false, couponIds: [], payments: [] } as const;
  expect(offerError({ ...given, collection, cadence })).toBe(why);
});
