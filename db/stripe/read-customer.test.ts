import type { Stripe } from "stripe";
import { describe, expect, test } from "vitest";
import { ADDONS, PLANS } from "#contracts/catalogue.ts";
import { readCustomerState } from "./read-customer.ts";

const AT_S = 1_795_000_000;
const AT = new Date(AT_S * 1_000).toISOString();

const CARD = {
  id: "pm_1",
  created: 1,
  type: "card",
  card: { brand: "visa", last4: "4242", exp_month: 4, exp_year: 2031 },
};
const PRICE = {
  id: "price_1",
  lookup_key: PLANS[0].priceId,
  metadata: {},
  unit_amount: PLANS[0].pricePence,
};
const SUBSCRIPTION = {
  id: "sub_1",
  status: "active",
  created: AT_S,
  cancel_at_period_end: false,
  cancel_at: null,
  canceled_at: null,
  ended_at: null,
  cancellation_details: null,
  default_payment_method: null,
  discounts: [],
  schedule: null,
  pending_update: null,
  metadata: {},
  items: {
    data: [
      {
        id: "si_1",
        quantity: 1,
        current_period_start: AT_S - 2_592_000,
        current_period_end: AT_S,
        price: PRICE,
      },
    ],
  },
};
const CHECKOUT_ID = "chk_01KAHX2J3V7W8R9T0A1B2C3D4E";
const INVOICE = {
  id: "in_1",
  status: "paid",
  auto_advance: false,
  billing_reason: "subscription_create",
  amount_due: 97_00,
  amount_paid: 97_00,
  currency: "gbp",
  created: AT_S,
  status_transitions: { paid_at: AT_S + 60 },
  parent: { subscription_details: { subscription: "sub_1" } },
  payments: { data: [{ payment: { payment_intent: "pi_1" } }] },
};
const CUSTOMER = {
  id: "cus_1",
  email: "Ada@Shop.example",
  invoice_settings: { default_payment_method: null },
};

async function* list(items: readonly unknown[]) {
  for (const item of items) yield await Promise.resolve(item);
}

function read(given: {
  customer?: object;
  subscription?: object;
  invoice?: object;
  charges?: object[];
}) {
  const stripe = {
    customers: { retrieve: () => Promise.resolve({ ...CUSTOMER, ...given.customer }) },
    subscriptions: { list: () => list([{ ...SUBSCRIPTION, ...given.subscription }]) },
    invoices: { list: () => list([{ ...INVOICE, ...given.invoice }]) },
    charges: { list: () => list(given.charges ?? []) },
  };
  return readCustomerState(stripe as unknown as Stripe, "cus_1");
}

describe("readCustomerState", () => {
  test("maps a Stripe customer to our fields", async () => {
    expect(await read({})).toEqual({
      customer: { email: "ada@shop.example", isDeleted: false, defaultCard: null },
      subscriptions: [
        {
          id: "sub_1",
          status: "active",
          items: [
            {
              id: "si_1",
              priceId: PLANS[0].priceId,
              stripePriceId: "price_1",
              amountPence: 97_00,
              quantity: 1,
            },
          ],
          currentPeriodEnd: AT,
          cancelAtPeriodEnd: false,
          cancelAt: null,
          canceledAt: null,
          endedAt: null,
          endReason: "other",
          paymentMethod: null,
          ownCard: null,
          schedule: null,
          discounts: [],
          scheduled: null,
          awaiting: null,
          createdAt: AT,
          checkoutId: null,
          renewalPence: null,
        },
      ],
      orders: [
        {
          id: "in_1",
          subscriptionId: "sub_1",
          status: "completed",
          amountPence: 97_00,
          refundedPence: 0,
          currency: "gbp",
          orderedAt: new Date((AT_S + 60) * 1_000).toISOString(),
        },
      ],
    });
  });

  test.each([
    ["its page kept", { checkout: CHECKOUT_ID, user_id: "1" }, CHECKOUT_ID],
    ["is not an id of ours", { checkout: "chk_1" }, null],
  ])("the checkout session that created it: %s", async (_, metadata, checkoutId) => {
    const { subscriptions } = await read({ subscription: { metadata } });
    expect(subscriptions).toMatchObject([{ checkoutId }]);
  });

  const RENEWAL = {
    status: "draft",
    auto_advance: true,
    billing_reason: "subscription_cycle",
    amount_paid: 0,
    created: AT_S - 2_592_000,
    status_transitions: { paid_at: null },
  };

  test.each([
    ["is a draft", {}, 97_00],
    ["is sent out", { status: "open" }, 97_00],
    ["is paid", { status: "paid" }, null],
    ["was stopped", { auto_advance: false }, null],
    ["comes to nothing", { amount_due: 0 }, null],
    ["is that of a period before", { created: AT_S - 2_592_001 }, null],
    ["is for a change", { billing_reason: "subscription_update" }, null],
    [
      "is another subscription's",
      { parent: { subscription_details: { subscription: "sub_2" } } },
      null,
    ],
    ["is nobody's", { parent: null }, null],
  ])(
    "newest invoice %s: this much of the running period is to be collected",
    async (_, change, pence) => {
      const { subscriptions } = await read({ invoice: { ...RENEWAL, ...change } });
      expect(subscriptions).toMatchObject([{ renewalPence: pence }]);
    },
  );

  test("maps discounts, schedule and pending update", async () => {
    const { subscriptions } = await read({
      subscription: {
        discounts: [
          {
            id: "di_1",
            end: AT_S + 7_776_000,
            source: { coupon: { id: "tidepost_retention_20", percent_off: 20 } },
          },
        ],
        schedule: {
          id: "sub_sched_1",
          current_phase: { end_date: AT_S },
          phases: [{ start_date: AT_S - 2_592_000 }, { start_date: AT_S }],
          default_settings: { default_payment_method: "pm_1" },
          metadata: { price_ids: `${PLANS[1].priceId} ${ADDONS[0].priceId} somebody_elses` },
        },
        pending_update: { expires_at: AT_S, subscription_items: [{ price: PRICE }] },
      },
    });
    expect(subscriptions[0]).toMatchObject({
      discounts: [
        {
          id: "di_1",
          couponId: "tidepost_retention_20",
          percentOff: 20,
          endsAt: new Date((AT_S + 7_776_000) * 1_000).toISOString(),
        },
      ],
      scheduled: {
        scheduleId: "sub_sched_1",
        priceIds: [PLANS[1].priceId, ADDONS[0].priceId],
        at: AT,
      },
      awaiting: { priceIds: [PLANS[0].priceId], expiresAt: AT },
      schedule: { id: "sub_sched_1", cardId: "pm_1", isOutdated: false },
    });
  });

  test("a schedule in its last phase: no scheduled change", async () => {
    const { subscriptions } = await read({
      subscription: {
        schedule: {
          id: "sub_sched_1",
          current_phase: { end_date: AT_S },
          phases: [{ start_date: AT_S - 2_592_000 }],
          default_settings: { default_payment_method: null },
          metadata: { price_ids: PLANS[1].priceId },
        },
      },
    });
    expect(subscriptions[0]?.scheduled).toBeNull();
  });

  test.each([
    ["part of it", [10_00, 20_00], 30_00, "partially_refunded"],
    ["all of it", [97_00], 97_00, "refunded"],
    ["nothing", [0], 0, "completed"],
  ])("an order with refund of %s", async (_, amounts, refundedPence, status) => {
    const { orders } = await read({
      charges: [
        ...amounts.map((amount) => ({ payment_intent: "pi_1", amount_refunded: amount })),
        { payment_intent: "pi_of_another", amount_refunded: 5 },
        { payment_intent: null, amount_refunded: 5 },
      ],
    });
    expect(orders[0]).toMatchObject({ refundedPence, status, amountPence: 97_00 });
  });

  test.each([
    ["at the period's end", { cancel_at_period_end: true }],
    ["on a date, as the provider's own page does it", { cancel_at: AT_S + 86_400 }],
  ])("a cancellation set %s counts as set", async (_, subscription) => {
    const { subscriptions } = await read({ subscription });
    expect(subscriptions[0]?.cancelAtPeriodEnd).toBe(true);
  });

  test.each([
    [
      "by its metadata, once its name is another's",
      { lookup_key: null, metadata: { price_id: ADDONS[0].priceId } },
      ADDONS[0].priceId,
    ],
    ["not at all, where it is somebody else's", { lookup_key: "gold", metadata: {} }, null],
    ["not at all, where it has no name", { lookup_key: null, metadata: {} }, null],
  ])("a price is recognised %s", async (_, change, priceId) => {
    const data = [{ ...SUBSCRIPTION.items.data[0], price: { ...PRICE, ...change } }];
    const { subscriptions } = await read({ subscription: { items: { data } } });
    expect(subscriptions[0]?.items[0]?.priceId).toBe(priceId);
  });

  test.each([
    ["the subscription's own", { subscription: { default_payment_method: CARD } }, "4242"],
    [
      "else the customer's",
      { customer: { invoice_settings: { default_payment_method: CARD } } },
      "4242",
    ],
    ["else none", {}, undefined],
  ])("the card is %s", async (_, given, last4) => {
    const { subscriptions } = await read(given);
    expect(subscriptions[0]?.paymentMethod?.last4).toBe(last4);
  });

  test("a payment method that is no card: type and no number", async () => {
    const { subscriptions } = await read({
      subscription: { default_payment_method: { id: "pm_1", created: AT_S, type: "bacs_debit" } },
    });
    expect(subscriptions[0]?.paymentMethod).toEqual({
      brand: "bacs_debit",
      last4: null,
      expMonth: null,
      expYear: null,
    });
  });

  test.each([
    ["draft", []],
    ["open", [["pending", 97_00]]],
    ["void", [["void", 97_00]]],
    ["uncollectible", [["uncollectible", 97_00]]],
  ])("an invoice that is %s", async (status, orders) => {
    const snapshot = await read({
      invoice: { status, amount_paid: 0, status_transitions: { paid_at: null } },
    });
    expect(snapshot.orders.map((order) => [order.status, order.amountPence])).toEqual(orders);
  });

  test("a deleted customer: no email", async () => {
    const { customer } = await read({
      customer: { email: undefined, deleted: true, invoice_settings: undefined },
    });
    expect(customer).toEqual({ email: null, isDeleted: true, defaultCard: null });
  });

  test("an unexpected shape is rejected", async () => {
    await expect(read({ subscription: { status: "frozen" } })).rejects.toThrow("Invalid option");
  });
});
