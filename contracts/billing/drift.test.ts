import { describe, expect, test } from "vitest";
import { ADDONS, PLANS } from "../catalogue.ts";
import { findDrifts, type SavedCustomer } from "./drift.ts";
import type { StripeCustomerState } from "./stripe-state.ts";

const END = "2026-12-20T12:00:00.000Z";

const PLUS = { priceId: PLANS[1].priceId, amountPence: 175_00, quantity: 1 };

const KEPT: SavedCustomer = {
  email: "ada@shop.example",
  accountEmail: "ada@shop.example",
  isDeleted: false,
  balancePence: 0,
  subscriptions: [
    {
      id: "sub_1",
      status: "active",
      priceId: PLANS[0].priceId,
      items: [PLANS[0], ADDONS[1], ADDONS[0]],
      currentPeriodEnd: END,
      cancelAtPeriodEnd: false,
      paymentMethodLast4: "4242",
      discounts: [
        {
          id: "di_2",
          couponId: null,
          percentOff: null,
          amountOffPence: 5_00,
          productIds: null,
          isOnce: false,
          isOfCustomer: false,
          endsAt: null,
        },
        {
          id: "di_1",
          couponId: "tidepost_retention_20",
          percentOff: 20,
          amountOffPence: null,
          productIds: null,
          isOnce: false,
          isOfCustomer: false,
          endsAt: END,
        },
      ],
      scheduled: { scheduleId: "sub_sched_1", items: [PLUS], at: END },
      renewalPence: null,
    },
  ],
  orders: [
    { id: "in_2", status: "pending", amountPence: 97_00, refundedPence: 0 },
    { id: "in_1", status: "completed", amountPence: 97_00, refundedPence: 0 },
  ],
  disputes: [],
};

const item = (priceId: string) => ({
  id: `si_${priceId}`,
  priceId,
  stripePriceId: "price_1",
  amountPence: 1,
  quantity: 1,
  hasFixedPrice: true,
  interval: "month",
  intervalCount: 1,
});

const GIVEN: StripeCustomerState = {
  customer: {
    email: "ada@shop.example",
    isDeleted: false,
    defaultCard: null,
    balancePence: 0,
    invoiceFooter: null,
  },
  subscriptions: [
    {
      id: "sub_1",
      status: "active",
      items: [PLANS[0], ADDONS[0], ADDONS[1]].map(({ priceId }) => item(priceId)),
      currentPeriodEnd: END,
      anchorAt: END,
      cancelAtPeriodEnd: false,
      cancelAt: null,
      canceledAt: null,
      endedAt: null,
      endReason: "other",
      paymentMethod: { brand: "visa", last4: "4242", expMonth: 12, expYear: 2030 },
      ownCard: null,
      taxRates: [],
      schedule: null,
      discounts: [
        {
          id: "di_1",
          couponId: "tidepost_retention_20",
          percentOff: 20,
          amountOffPence: null,
          productIds: null,
          isOnce: false,
          isOfCustomer: false,
          endsAt: END,
        },
        {
          id: "di_2",
          couponId: null,
          percentOff: null,
          amountOffPence: 5_00,
          productIds: null,
          isOnce: false,
          isOfCustomer: false,
          endsAt: null,
        },
      ],
      scheduled: { scheduleId: "sub_sched_1", items: [PLUS], at: END },
      awaiting: null,
      renewalPence: null,
      hasUncountedDiscount: false,
      createdAt: "2026-11-20T12:00:00.000Z",
      checkoutId: null,
      currency: "gbp",
      collectionMethod: "charge_automatically",
      pause: null,
      upcoming: null,
    },
  ],
  orders: [order("in_1", "completed"), order("in_2", "pending")],
  lastPaidBy: null,
  disputes: [],
};

function order(id: string, status: "completed" | "pending") {
  return {
    id,
    subscriptionId: "sub_1",
    number: "TIDE-0001",
    lines: ["1 × Starter (at £97.00 / month)"],
    invoiceUrl: null,
    collectedPence: 97_00,
    refunds: [],
    creditNotes: [],
    status,
    amountPence: 97_00,
    refundedPence: 0,
    currency: "gbp",
    cardFingerprint: null,
    orderedAt: "2026-11-20T12:00:00.000Z",
  } as const;
}

const [subscription] = GIVEN.subscriptions;
if (subscription === undefined) throw new Error("the sample has a subscription");

describe("findDrifts", () => {
  test.each<[string, StripeCustomerState, string[]]>([
    ["the same in another order", GIVEN, []],
    [
      "another status",
      { ...GIVEN, subscriptions: [{ ...subscription, status: "past_due" }] },
      ["subscriptions"],
    ],
    [
      "another period",
      { ...GIVEN, subscriptions: [{ ...subscription, currentPeriodEnd: null }] },
      ["subscriptions"],
    ],
    [
      "an add-on missing",
      { ...GIVEN, subscriptions: [{ ...subscription, items: subscription.items.slice(0, 2) }] },
      ["subscriptions"],
    ],
    [
      "a subscription that we do not have",
      { ...GIVEN, subscriptions: [subscription, { ...subscription, id: "sub_2" }] },
      ["subscriptions"],
    ],
    [
      "an order that we do not have",
      { ...GIVEN, orders: [...GIVEN.orders, order("in_3", "completed")] },
      ["orders"],
    ],
    [
      "an order that was paid",
      { ...GIVEN, orders: [order("in_1", "completed"), order("in_2", "completed")] },
      ["orders"],
    ],
    [
      "an order partly refunded",
      {
        ...GIVEN,
        orders: [{ ...order("in_1", "completed"), refundedPence: 1 }, order("in_2", "pending")],
      },
      ["orders"],
    ],
    [
      "a dispute that we do not have",
      {
        ...GIVEN,
        disputes: [
          {
            id: "du_1",
            orderId: "in_1",
            status: "needs_response",
            reason: "fraudulent",
            amountPence: 97_00,
            currency: "gbp",
            dueBy: END,
            isRefundable: false,
            openedAt: END,
          },
        ],
      },
      ["orders"],
    ],
    [
      "a discount missing",
      {
        ...GIVEN,
        subscriptions: [{ ...subscription, discounts: subscription.discounts.slice(1) }],
      },
      ["subscriptions"],
    ],
    [
      "a discount that ends later",
      {
        ...GIVEN,
        subscriptions: [
          {
            ...subscription,
            discounts: subscription.discounts.map((given) => ({ ...given, endsAt: null })),
          },
        ],
      },
      ["subscriptions"],
    ],
    [
      "a scheduled change missing",
      { ...GIVEN, subscriptions: [{ ...subscription, scheduled: null }] },
      ["subscriptions"],
    ],
    [
      "a renewal being collected",
      { ...GIVEN, subscriptions: [{ ...subscription, renewalPence: 97_00 }] },
      ["subscriptions"],
    ],
    [
      "a discount that our sums leave out",
      { ...GIVEN, subscriptions: [{ ...subscription, hasUncountedDiscount: true }] },
      ["discounts"],
    ],
    [
      "another address",
      { ...GIVEN, customer: { ...GIVEN.customer, email: "b@shop.example" } },
      ["customer"],
    ],
    [
      "a deleted customer",
      {
        customer: {
          email: null,
          isDeleted: true,
          defaultCard: null,
          balancePence: 0,
          invoiceFooter: null,
        },
        subscriptions: [],
        orders: [],
        lastPaidBy: null,
        disputes: [],
      },
      ["subscriptions", "orders", "customer"],
    ],
  ])("%s: %j", (_, given, drifts) => {
    expect(findDrifts(KEPT, given)).toEqual(drifts);
  });
});

test("account with another address than its customer: drift", () => {
  expect(findDrifts({ ...KEPT, accountEmail: "new@shop.example" }, GIVEN)).toEqual(["customer"]);
  expect(findDrifts({ ...KEPT, accountEmail: null }, GIVEN)).toEqual([]);
});

test("erased customer: drift while Stripe has an address", () => {
  const erased = { ...KEPT, email: "erased@invalid" };
  expect(findDrifts(erased, GIVEN)).toEqual(["customer"]);
  const forgotten = { ...GIVEN, customer: { ...GIVEN.customer, email: null } };
  expect(findDrifts(erased, forgotten)).toEqual([]);
});
