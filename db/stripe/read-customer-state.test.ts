import { Stripe } from "stripe";
import { describe, expect, test } from "vitest";
import type { DiscountState } from "#contracts/billing/stripe-state.ts";
import { ADDON, PLAN } from "../../tests/support/catalogue.ts";
import { readCustomerState } from "./read-customer-state.ts";

const AT_S = 1_795_000_000;
const AT = new Date(AT_S * 1_000).toISOString();

const CARD = {
  id: "pm_1",
  created: 1,
  type: "card",
  card: { brand: "visa", last4: "4242", exp_month: 4, exp_year: 2031 },
};
const PRICE = {
  product: "prod_1",
  id: "price_1",
  lookup_key: PLAN.starter.priceId,
  metadata: {},
  unit_amount: PLAN.starter.pricePence,
  recurring: { interval: "month", interval_count: 1 },
};
const SUBSCRIPTION = {
  id: "sub_1",
  status: "active",
  collection_method: "charge_automatically",
  currency: "gbp",
  pause_collection: null,
  created: AT_S,
  billing_cycle_anchor: AT_S,
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
        discounts: [],
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
  number: "TIDE-0001",
  lines: { data: [{ description: "1 × Starter (at £97.00 / month)" }, { description: null }] },
  hosted_invoice_url: "https://invoice.stripe.example/in_1",
  status: "paid",
  auto_advance: false,
  billing_reason: "subscription_create",
  amount_due: 97_00,
  amount_paid: 97_00,
  currency: "gbp",
  created: AT_S,
  status_transitions: { paid_at: AT_S + 60 },
  parent: { subscription_details: { subscription: "sub_1" } },
  payments: {
    data: [{ status: "paid", amount_paid: 97_00, payment: { payment_intent: "pi_1" } }],
  },
};
const PREVIEW = { amount_due: 97_00, total: 97_00, starting_balance: 0 };
const CHARGE = {
  id: "ch_1",
  payment_intent: "pi_1",
  payment_method: "pm_1",
  status: "succeeded",
  refunds: { data: [] },
  disputed: false,
  payment_method_details: { card: { fingerprint: "fp_1" } },
};
const DISPUTE = {
  status: "needs_response",
  reason: "fraudulent",
  amount: 97_00,
  currency: "gbp",
  payment_intent: "pi_1",
  evidence_details: { due_by: AT_S },
  is_charge_refundable: false,
  created: AT_S,
};
const CUSTOMER = {
  id: "cus_1",
  email: "Ada@Shop.example",
  invoice_settings: { default_payment_method: null },
};

const MISSING = new Stripe.errors.StripeInvalidRequestError({
  type: "invalid_request_error",
  code: "resource_missing",
});

async function* list(items: readonly unknown[]) {
  for (const item of items) yield await Promise.resolve(item);
}

function read(given: {
  customer?: object;
  subscription?: object;
  invoice?: object;
  preview?: (params: Stripe.InvoiceCreatePreviewParams) => Promise<unknown>;
  charges?: object[];
  coupons?: Record<string, string[]>;
  saved?: readonly DiscountState[];
}) {
  const subscription = { ...SUBSCRIPTION, ...given.subscription };
  const stripe = {
    customers: { retrieve: () => Promise.resolve({ ...CUSTOMER, ...given.customer }) },
    subscriptions: { list: () => list([subscription]) },
    subscriptionSchedules: { retrieve: () => Promise.resolve(subscription.schedule) },
    coupons: {
      retrieve: (id: string, { expand }: Stripe.CouponRetrieveParams) => {
        const products = given.coupons?.[id];
        if (products === undefined) throw MISSING;
        return Promise.resolve({
          id,
          ...(expand?.[0] === "applies_to" && { applies_to: { products } }),
        });
      },
    },
    products: { retrieve: () => Promise.resolve({ name: "Website care" }) },
    invoices: {
      list: () => list([{ ...INVOICE, ...given.invoice }]),
      createPreview: given.preview ?? (() => Promise.resolve(PREVIEW)),
    },
    charges: {
      list: () => list((given.charges ?? []).map((charge) => ({ ...CHARGE, ...charge }))),
    },
    disputes: {
      list: ({ charge }: { charge: string }) => list([{ ...DISPUTE, id: `du_of_${charge}` }]),
    },
  };
  return readCustomerState(stripe as unknown as Stripe, "cus_1", [
    { id: "sub_1", discounts: given.saved ?? [] },
  ]);
}

describe("readCustomerState", () => {
  test("maps a Stripe customer to our fields", async () => {
    expect(await read({})).toEqual({
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
          items: [
            {
              id: "si_1",
              priceId: PLAN.starter.priceId,
              stripePriceId: "price_1",
              amountPence: 97_00,
              quantity: 1,
              hasFixedPrice: true,
              interval: "month",
              intervalCount: 1,
            },
          ],
          currentPeriodEnd: AT,
          anchorAt: AT,
          cancelAtPeriodEnd: false,
          cancelAt: null,
          canceledAt: null,
          endedAt: null,
          endReason: "other",
          paymentMethod: null,
          ownCard: null,
          taxRates: [],
          schedule: null,
          discounts: [],
          scheduled: null,
          awaiting: null,
          createdAt: AT,
          checkoutId: null,
          currency: "gbp",
          collectionMethod: "charge_automatically",
          pause: null,
          upcoming: { pence: 97_00, balancePence: 0 },
          renewalPence: null,
          hasUncountedDiscount: false,
        },
      ],
      orders: [
        {
          id: "in_1",
          subscriptionId: "sub_1",
          number: "TIDE-0001",
          lines: ["1 × Starter (at £97.00 / month)"],
          invoiceUrl: "https://invoice.stripe.example/in_1",
          status: "completed",
          amountPence: 97_00,
          refundedPence: 0,
          currency: "gbp",
          cardFingerprint: null,
          collectedPence: 97_00,
          creditNotes: [],
          refunds: [],
          orderedAt: new Date((AT_S + 60) * 1_000).toISOString(),
        },
      ],
      lastPaidBy: null,
      disputes: [],
    });
  });

  test("a pause, an interval, a currency and a price without an amount are read", async () => {
    const { subscriptions } = await read({
      subscription: {
        currency: "eur",
        collection_method: "send_invoice",
        pause_collection: { behavior: "void", resumes_at: AT_S },
        items: {
          data: [
            {
              ...SUBSCRIPTION.items.data[0],
              price: {
                ...PRICE,
                unit_amount: null,
                recurring: { interval: "year", interval_count: 2 },
              },
            },
          ],
        },
      },
    });
    expect(subscriptions).toMatchObject([
      {
        currency: "eur",
        collectionMethod: "send_invoice",
        pause: { behavior: "void", resumesAt: AT },
        items: [{ hasFixedPrice: false, interval: "year", intervalCount: 2 }],
      },
    ]);
  });

  test.each([
    [
      "credit that it leaves",
      () => Promise.resolve({ amount_due: 0, total: 97_00, starting_balance: -100_00 }),
      { pence: 0, balancePence: -3_00 },
    ],
    [
      "the lines that a discount reduces beside the items",
      () =>
        Promise.resolve({
          ...PREVIEW,
          lines: {
            data: [
              {
                amount: 30_00,
                discountable: true,
                pricing: { price_details: { product: "prod_1" } },
                parent: { invoice_item_details: { invoice_item: "ii_1" } },
              },
              {
                amount: -10_00,
                discountable: true,
                parent: { invoice_item_details: { invoice_item: "ii_2" } },
              },
              {
                amount: 20_00,
                discountable: false,
                parent: { subscription_item_details: { invoice_item: "ii_3" } },
              },
              {
                amount: 57_00,
                discountable: true,
                parent: { subscription_item_details: { invoice_item: null } },
              },
            ],
          },
        }),
      {
        pence: 97_00,
        balancePence: 0,
        reducible: [{ pence: 30_00, productId: "prod_1" }],
      },
    ],
    ["a refusal", () => Promise.reject(MISSING), { pence: null, balancePence: 0 }],
    [
      "Stripe's own failure",
      () => Promise.reject(new Stripe.errors.StripeAPIError({ type: "api_error" })),
      { pence: null, balancePence: 0 },
    ],
    ["an odd answer", () => Promise.resolve({}), { pence: null, balancePence: 0 }],
  ])("the preview of the next invoice: %s", async (_what, preview, upcoming) => {
    const { subscriptions } = await read({ preview });
    expect(subscriptions).toMatchObject([{ upcoming }]);
  });

  const IN_A_YEAR_S = AT_S + 31_536_000;

  test.each<[string, object, Stripe.InvoiceCreatePreviewParams["subscription_details"]]>([
    ["goes on", {}, undefined],
    [
      "ends with its period",
      { cancel_at_period_end: true, cancel_at: AT_S },
      { cancel_at_period_end: false },
    ],
    ["ends with its period, by a date", { cancel_at: AT_S }, { cancel_at: "" }],
    ["ends in a later period", { cancel_at: IN_A_YEAR_S }, { cancel_at: "" }],
  ])(
    "a subscription that %s: the invoice that follows unless it ends before",
    async (_what, subscription, details) => {
      const asked: object[] = [];
      await read({
        subscription,
        preview(params) {
          asked.push(params);
          return Promise.resolve(PREVIEW);
        },
      });
      expect(asked).toEqual([
        { subscription: "sub_1", ...(details !== undefined && { subscription_details: details }) },
        ...(details === undefined ? [] : [{ subscription: "sub_1" }]),
      ]);
    },
  );

  test("a rate limit is thrown, so that the sync is repeated", async () => {
    const limited = new Stripe.errors.StripeRateLimitError({ type: "rate_limit_error" });
    await expect(read({ preview: () => Promise.reject(limited) })).rejects.toBe(limited);
  });

  test.each(["canceled", "unpaid", "incomplete", "paused"])(
    "a subscription that is %s: no preview is asked for",
    async (status) => {
      const preview = () => Promise.reject(new Error("asked"));
      const { subscriptions } = await read({ subscription: { status }, preview });
      expect(subscriptions).toMatchObject([{ upcoming: null }]);
    },
  );

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
    ["is retried no more", { status: "open", auto_advance: false }, 97_00],
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
    "newest invoice %s: this much is to be paid for the running period",
    async (_, change, pence) => {
      const { subscriptions } = await read({ invoice: { ...RENEWAL, ...change } });
      expect(subscriptions).toMatchObject([{ renewalPence: pence }]);
    },
  );

  const FRIENDS = {
    id: "di_1",
    end: null,
    source: { coupon: { id: "friends", percent_off: 10, duration: "forever" } },
  };
  const PHASE = {
    start_date: AT_S,
    items: [
      { price: { ...PRICE, lookup_key: PLAN.plus.priceId, unit_amount: 150_00 }, quantity: 1 },
      { price: { ...PRICE, lookup_key: ADDON.channel.priceId, unit_amount: 9_99 }, quantity: 2 },
      { price: { ...PRICE, lookup_key: null, unit_amount: 5_00 } },
    ],
    discounts: [{ discount: "di_1" }, { discount: "di_2" }],
  };
  const SCHEDULE = {
    id: "sub_sched_1",
    current_phase: { end_date: AT_S },
    phases: [{ start_date: AT_S - 2_592_000 }, PHASE],
    default_settings: { default_payment_method: "pm_1" },
    metadata: {},
  };

  test("maps discounts, schedule and pending update", async () => {
    const { subscriptions } = await read({
      subscription: {
        discounts: [
          {
            id: "di_1",
            end: AT_S + 7_776_000,
            source: {
              coupon: { id: "tidepost_retention_20", percent_off: 20, duration: "repeating" },
            },
          },
          {
            id: "di_2",
            end: null,
            source: { coupon: { id: "five", amount_off: 5_00, duration: "once" } },
          },
        ],
        schedule: SCHEDULE,
        pending_update: { expires_at: AT_S, subscription_items: [{ price: PRICE }] },
      },
    });
    expect(subscriptions[0]).toMatchObject({
      discounts: [
        {
          id: "di_1",
          couponId: "tidepost_retention_20",
          percentOff: 20,
          amountOffPence: null,
          productIds: null,
          isOnce: false,
          isOfCustomer: false,
          endsAt: new Date((AT_S + 7_776_000) * 1_000).toISOString(),
        },
        { couponId: "five", percentOff: null, amountOffPence: 5_00, isOnce: true, endsAt: null },
      ],
      scheduled: {
        scheduleId: "sub_sched_1",
        items: [
          { priceId: PLAN.plus.priceId, amountPence: 150_00, quantity: 1 },
          { priceId: ADDON.channel.priceId, amountPence: 9_99, quantity: 2 },
          { priceId: null, amountPence: 5_00, quantity: 1, productName: "Website care" },
        ],
        at: AT,
      },
      awaiting: { priceIds: [PLAN.starter.priceId], expiresAt: AT },
      schedule: { id: "sub_sched_1", cardId: "pm_1", isOutdated: false },
      upcoming: { pence: 97_00, balancePence: 0 },
    });
    expect(subscriptions[0]?.upcoming).not.toHaveProperty("isOnly");
  });

  const priced = (change: object) => [{ price: { ...PRICE, ...change } }];

  test.for<[string, object, object[]?]>([
    ["a third phase", {}, [{ start_date: AT_S + 2_592_000 }]],
    ["other discounts", { discounts: [{ discount: "di_1" }] }],
    ["a new coupon", { discounts: [{ discount: "di_1" }, { coupon: "new" }] }],
    ["a yearly price", { items: priced({ recurring: { interval: "year", interval_count: 1 } }) }],
    ["a price without a fixed amount", { items: priced({ unit_amount: null }) }],
    ["an invoice item", { add_invoice_items: [{ price: "price_2" }] }],
    ["a trial", { trial_end: AT_S + 1 }],
  ])("schedule with %s: only the next payment is known", async ([, change, others = []]) => {
    const phases = [...SCHEDULE.phases.slice(0, 1), { ...PHASE, ...change }, ...others];
    const { subscriptions } = await read({
      subscription: {
        discounts: [FRIENDS, { ...FRIENDS, id: "di_2" }],
        schedule: { ...SCHEDULE, phases },
      },
      coupons: {},
    });
    expect(subscriptions[0]?.upcoming).toEqual({ pence: 97_00, balancePence: 0, isOnly: true });
  });

  const FAMILY = {
    ...FRIENDS,
    id: "di_2",
    source: { coupon: { ...FRIENDS.source.coupon, id: "family" } },
  };

  test("a discount of the customer is one of each subscription, and coupons name their products", async () => {
    const { subscriptions } = await read({
      subscription: { discounts: [FRIENDS] },
      customer: { discount: FAMILY },
      coupons: { friends: ["tidepost_plus"], family: ["tidepost_community"] },
    });
    expect(subscriptions[0]?.discounts).toMatchObject([
      { id: "di_1", isOfCustomer: false, productIds: ["tidepost_plus"] },
      { id: "di_2", isOfCustomer: true, productIds: ["tidepost_community"] },
    ]);
  });

  test("the products of a saved discount are not read again: its coupon may be deleted", async () => {
    const given = { subscription: { discounts: [FRIENDS] } };
    const [first] = (await read({ ...given, coupons: { friends: ["tidepost_plus"] } }))
      .subscriptions;
    const { subscriptions } = await read({ ...given, saved: first?.discounts ?? [] });
    expect(subscriptions[0]?.discounts).toMatchObject([{ productIds: ["tidepost_plus"] }]);
  });

  test("a schedule in its last phase: no scheduled change", async () => {
    const { subscriptions } = await read({
      subscription: {
        schedule: {
          id: "sub_sched_1",
          current_phase: { end_date: AT_S },
          phases: [{ start_date: AT_S - 2_592_000 }],
          default_settings: { default_payment_method: null },
          metadata: {},
        },
      },
    });
    expect(subscriptions[0]?.scheduled).toBeNull();
  });

  test.each([
    ["part of it", [10_00, 20_00], 30_00, "partially_refunded"],
    ["all of it", [97_00], 97_00, "refunded"],
    ["nothing", [], 0, "completed"],
  ])("an order with refund of %s", async (_, amounts, refundedPence, status) => {
    const refund = (amount: number) => ({ data: [{ amount, status: "succeeded" }] });
    const { orders } = await read({
      charges: [
        ...amounts.map((amount) => ({ refunds: refund(amount) })),
        { payment_intent: "pi_of_another", refunds: refund(5) },
        { payment_intent: null, refunds: refund(5) },
      ],
    });
    expect(orders[0]).toMatchObject({ refundedPence, status, amountPence: 97_00 });
  });

  const BOUGHT = { metadata: { checkout: CHECKOUT_ID } };
  test.each([
    ["under way", "active", "open", BOUGHT, { status: "incomplete", endReason: "other" }],
    ["void", "active", "void", BOUGHT, { status: "incomplete", endReason: "never_paid" }],
    [
      "void, and ended",
      "canceled",
      "void",
      BOUGHT,
      { status: "canceled", endReason: "never_paid" },
    ],
    ["made", "active", "paid", BOUGHT, { status: "active", endReason: "other" }],
    ["void elsewhere", "active", "void", {}, { status: "incomplete", endReason: "other" }],
    ["given up", "active", "uncollectible", {}, { status: "active", endReason: "other" }],
    [
      "under way by bank transfer",
      "active",
      "open",
      { collection_method: "send_invoice" },
      { status: "active", endReason: "other" },
    ],
  ])("first payment %s: %s at Stripe", async (_, status, invoice, own, expected) => {
    const { subscriptions } = await read({
      subscription: { ...own, status },
      invoice: { status: invoice },
    });
    expect(subscriptions).toMatchObject([expected]);
  });

  test("an order has the fingerprint of the card that paid, not of one that was declined", async () => {
    const declined = {
      status: "failed",
      payment_method_details: { card: { fingerprint: "fp_0" } },
    };
    const { orders } = await read({ charges: [declined, {}] });
    expect(orders).toMatchObject([{ cardFingerprint: "fp_1" }]);
    const bank = await read({ charges: [{ payment_method_details: { type: "bacs_debit" } }] });
    expect(bank.orders).toMatchObject([{ cardFingerprint: null }]);
  });

  test("disputes are read for disputed payments, with their order if they have one", async () => {
    const { disputes } = await read({ charges: [{ disputed: true }, { id: "ch_2" }] });
    expect(disputes).toEqual([
      {
        id: "du_of_ch_1",
        orderId: "in_1",
        status: "needs_response",
        reason: "fraudulent",
        amountPence: 97_00,
        currency: "gbp",
        dueBy: AT,
        isRefundable: false,
        openedAt: AT,
      },
    ]);
    const other = await read({
      invoice: { payments: { data: [] } },
      charges: [{ disputed: true }],
    });
    expect(other.disputes).toMatchObject([{ id: "du_of_ch_1", orderId: null }]);
  });

  test.each([
    ["pending", undefined, 97_00],
    ["pending", "insufficient_funds", 0],
    ["requires_action", undefined, 97_00],
    ["succeeded", undefined, 97_00],
    ["failed", undefined, 0],
    ["canceled", undefined, 0],
  ])("a %s refund (%s) counts as %i pence", async (status, reason, refundedPence) => {
    const refunds = { data: [{ amount: 97_00, status, pending_reason: reason }] };
    const { orders } = await read({ charges: [{ refunds }] });
    expect(orders[0]).toMatchObject({ refundedPence });
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
      { lookup_key: null, metadata: { price_id: ADDON.channel.priceId } },
      ADDON.channel.priceId,
    ],
    ["not at all, where it is somebody else's", { lookup_key: "gold", metadata: {} }, null],
    ["not at all, where it has no name", { lookup_key: null, metadata: {} }, null],
  ])("a price is recognised %s", async (_, change, priceId) => {
    const data = [{ ...SUBSCRIPTION.items.data[0], price: { ...PRICE, ...change } }];
    const { subscriptions } = await read({ subscription: { items: { data } } });
    expect(subscriptions[0]?.items[0]).toMatchObject({
      priceId,
      ...(priceId === null && { productName: "Website care" }),
    });
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

  test("last paid by: the payment method of the newest payment that succeeded", async () => {
    const { lastPaidBy } = await read({
      charges: [
        { status: "failed", payment_method: "pm_3" },
        { payment_method: "pm_2" },
        { payment_method: "pm_1" },
      ],
    });
    expect(lastPaidBy).toEqual({ id: "pm_2", isSecondTry: true, invoicedS: AT_S });
  });

  test("a deleted customer: no email", async () => {
    const { customer } = await read({
      customer: { email: undefined, deleted: true, invoice_settings: undefined },
    });
    expect(customer).toEqual({
      email: null,
      isDeleted: true,
      defaultCard: null,
      balancePence: 0,
      invoiceFooter: null,
    });
  });
});
