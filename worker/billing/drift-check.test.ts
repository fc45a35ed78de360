import { Stripe } from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, vi } from "vitest";
import type { Db } from "#db/client.ts";
import { openLocks } from "#db/locks.ts";
import { subscriptions } from "#db/schema/billing.ts";
import { withArchived } from "#db/stripe/with-archived.ts";
import {
  customerWithCard,
  type Running,
  createSubscriptionFor,
  startForTest,
  setCard,
} from "../../tests/stack/stripe/start-for-test.ts";
import { PLAN } from "../../tests/support/catalogue.ts";
import { insertCustomer } from "../../tests/support/customer-rows.ts";
import { test, type TestDatabase } from "../../tests/support/database.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { newId, stripeActionsWith } from "../../tests/support/pipeline.ts";
import { checkDrift, checkDriftForMinute } from "./drift-check.ts";
import { createStripeActions } from "./stripe-actions.ts";

let provider: Running;
let price: string;

beforeAll(async () => {
  provider = await startForTest();
  const { name, pricePence: pence, priceId: lookupKey } = PLAN.starter;
  price = (await createSubscriptionFor(provider, { name, pence, lookupKey })).id;
});
afterAll(() => provider.stop());

async function subscriber(): Promise<string> {
  const { id } = await customerWithCard(provider);
  await provider.stripe.subscriptions.create({ customer: id, items: [{ price }] });
  return id;
}

/** Inserts a customer with a subscription, as a sync saved them. */
async function insertSubscribed(db: Db, customerId: string): Promise<void> {
  await insertCustomer(db, { id: customerId });
  await db.insert(subscriptions).values({
    id: `sub_${customerId}`,
    customerId,
    status: "active",
    cancelAtPeriodEnd: false,
    createdAt: now().toISOString(),
  });
}

const now = () => new Date();

function check(db: Db, unknown: string[] = [], waits: number[] = []) {
  return checkDrift({
    db,
    stripe: provider.stripe,
    makeId: newId,
    now,
    wait(ms) {
      waits.push(ms);
      return Promise.resolve();
    },
    onUnknown: (id) => unknown.push(id),
  });
}

const billingEvents = async ({ query }: TestDatabase) =>
  (await query("select type, payload from outbox_events where type like 'Billing%'")).rows
    .map((row) => JSON.stringify(row))
    .toSorted();

test("reports each difference from Stripe in either direction, and none after a sync", async ({
  db,
  database,
}) => {
  const locks = openLocks(database.url, { onError: () => undefined });
  const stripeActions = createStripeActions({
    db,
    stripe: provider.stripe,
    locks,
    makeId: newId,
    now,
  });
  const sync = (customerId: string) =>
    stripeActions.sync({ customerId, correlationId: "req_1", stripeEventId: null });
  const [well, changed, missed] = [await subscriber(), await subscriber(), await subscriber()];
  for (const id of [well, changed, missed]) await insertCustomer(db, { id });
  await sync(well);
  await sync(changed);
  await database.query("update subscriptions set status = 'past_due' where customer_id = $1", [
    changed,
  ]);
  await database.query("delete from orders where customer_id = $1", [changed]);
  await subscriber();

  const unknown: string[] = [];
  expect(await check(db, unknown)).toEqual({ customers: 2, drifted: 2, unknown: 1 });
  expect(unknown).toEqual([expect.stringMatching(/^sub_/)]);
  const expected = [
    {
      type: "BillingDriftFound",
      payload: { drifts: ["orders.id", "subscriptions.status"], customerId: changed },
    },
    { type: "BillingDriftFound", payload: { drifts: ["subscriptions.id"], customerId: missed } },
    {
      type: "BillingChecked",
      payload: { drifted: 2, customers: 2, unknownSubscriptionIds: unknown },
    },
  ];
  expect(await billingEvents(database)).toEqual(
    expected.map((row) => JSON.stringify(row)).toSorted(),
  );

  for (const id of [changed, missed]) await sync(id);
  expect(await check(db)).toEqual({ customers: 3, drifted: 0, unknown: 1 });
  await locks.close();
});

describe("Stripe's rate limit", () => {
  afterEach(() => fetch(`${provider.url}/control/switches`, { method: "DELETE" }));
  const limit = (fail: object, onlyMatching = "") =>
    fetch(`${provider.url}/control/switches`, {
      method: "POST",
      body: JSON.stringify({ api: { fail: { status: 429, ...fail }, onlyMatching } }),
    });

  test.for(["/v1/invoices", "/v1/subscriptions"])(
    "at %s: the check waits longer each time and goes on",
    async (path, { db, database }) => {
      const id = await subscriber();
      await insertSubscribed(db, id);
      await limit({ remaining: 5 }, path);
      const waits: number[] = [];
      expect(await check(db, [], waits)).toMatchObject({ customers: 1, drifted: 1 });
      expect(waits).toHaveLength(5);
      expect(waits.at(-1)).toBeGreaterThanOrEqual(16_000);
      expect(await billingEvents(database)).toContainEqual(
        expect.stringContaining("BillingChecked"),
      );
    },
  );

  test("Stripe's own limit of requests a second to each endpoint: the check reads each customer once in the end", async ({
    db,
    database,
  }) => {
    const customers = 40;
    const { stripe, world } = provider;
    const ids = await Promise.all(
      Array.from({ length: customers }, async () => (await stripe.customers.create()).id),
    );
    await Promise.all(ids.map((id) => insertCustomer(db, { id })));
    await database.query(
      `insert into subscriptions (id, customer_id, status, cancel_at_period_end, created_at)
       select 'sub_' || id, id, 'canceled', false, now() from customers`,
    );
    const retrieve = vi.spyOn(stripe.customers, "retrieve");
    world.settings = { ...world.settings, requestsPerSecond: 3 };
    const waits: number[] = [];
    const { customers: compared } = await checkDrift({
      db,
      stripe,
      makeId: newId,
      now,
      wait(ms) {
        waits.push(ms);
        provider.passWallTime(ms);
        return Promise.resolve();
      },
      onUnknown: () => undefined,
    });
    const read = retrieve.mock.calls.map(([id]) => id);
    retrieve.mockRestore();
    expect(compared).toBe(customers);
    expect(waits.length).toBeGreaterThan(0);
    expect(new Set(read)).toEqual(new Set(ids));
    // A customer is read again only after a pause, and none before them.
    expect(read.length).toBeLessThanOrEqual(customers + waits.length);
    const firsts = [...new Set(read)];
    expect(firsts).toEqual(firsts.toSorted());
  });

  test("locked object: the check waits two seconds at most", async ({ db }) => {
    await limit({ remaining: 7, shouldRetry: true });
    const waits: number[] = [];
    await check(db, [], waits);
    expect(waits.length).toBeGreaterThan(0);
    expect(Math.max(...waits)).toBeLessThanOrEqual(2_000);
  });

  test("permanent rate limit: the check fails without its last event", async ({ db, database }) => {
    await limit({ remaining: null });
    await expect(check(db)).rejects.toMatchObject({ type: "StripeRateLimitError" });
    expect(await billingEvents(database)).toEqual([]);
  });
});

describe("discount that the team made in Stripe's Dashboard and our sums leave out", () => {
  test.for([
    [
      "of a single item",
      async ({ itemId }: { itemId: string }) => {
        const { coupons, subscriptionItems } = provider.stripe;
        const { id: coupon } = await coupons.create({ percent_off: 50, duration: "forever" });
        await subscriptionItems.update(itemId, { discounts: [{ coupon }] });
      },
    ],
    [
      "of a product outside the catalogue",
      async ({ id }: { id: string }) => {
        const { coupons, prices, products, subscriptions } = provider.stripe;
        const { id: product } = await products.create({ name: "Photography" });
        const { id: extra } = await prices.create({
          product,
          unit_amount: 40_00,
          currency: "gbp",
          recurring: { interval: "month" },
        });
        const { id: coupon } = await coupons.create({
          percent_off: 50,
          duration: "forever",
          applies_to: { products: [product] },
        });
        await subscriptions.update(id, { items: [{ price: extra }], discounts: [{ coupon }] });
      },
    ],
  ] as const)(
    "%s: reported after each sync until it is gone",
    async ([, discount], { db, database }) => {
      const { stripe } = provider;
      const stripeActions = stripeActionsWith({ db }, stripe, now);
      const customerId = await subscriber();
      await insertCustomer(db, { id: customerId });
      const sync = () =>
        stripeActions.sync({ customerId, correlationId: "req_1", stripeEventId: null });
      const drifts = async () => {
        await sync();
        await database.query("delete from outbox_events");
        await check(db);
        return (await billingEvents(database)).filter((row) => row.includes("Drift"));
      };
      expect(await drifts()).toEqual([]);
      const [subscription] = (await stripe.subscriptions.list({ customer: customerId })).data;
      const id = String(subscription?.id);
      await discount({ id, itemId: String(subscription?.items.data[0]?.id) });
      const found = [expect.stringContaining('{"drifts":["discounts"]')];
      expect(await drifts()).toEqual(found);
      expect(await drifts()).toEqual(found);
      await stripe.subscriptions.cancel(id);
      expect(await drifts()).toEqual([]);
    },
  );
});

test("customer unknown to Stripe: reported as drift, and the check goes on", async ({
  db,
  database,
}) => {
  await insertSubscribed(db, "cus_0_gone");
  expect(await check(db)).toMatchObject({ customers: 1, drifted: 1 });
  expect(await billingEvents(database)).toContain(
    JSON.stringify({
      type: "BillingDriftFound",
      payload: { drifts: ["customers.id"], customerId: "cus_0_gone" },
    }),
  );
});

test("a customer whose objects we cannot read: reported, and the others are compared", async ({
  db,
  database,
}) => {
  const ids = (await Promise.all([subscriber(), subscriber(), subscriber()])).toSorted();
  for (const id of ids) await insertSubscribed(db, id);
  const [, poisoned = ""] = ids;
  const { stripe } = provider;
  const real = stripe.customers.retrieve.bind(stripe.customers);
  const retrieve = vi
    .spyOn(stripe.customers, "retrieve")
    .mockImplementation(async (id, ...rest) =>
      id === poisoned
        ? ({ id, balance: "much" } as unknown as Awaited<ReturnType<typeof real>>)
        : real(id, ...rest),
    );
  expect(await check(db)).toMatchObject({ customers: 3, drifted: 3 });
  retrieve.mockRestore();
  const found = (await billingEvents(database)).filter((row) => row.includes("Drift"));
  expect(found.filter((row) => row.includes('{"drifts":["unreadable"]'))).toEqual([
    expect.stringContaining(poisoned),
  ]);
  expect(found).toHaveLength(3);
});

test("Stripe answers nobody: the check stops", async ({ db, database }) => {
  await Promise.all(
    Array.from({ length: 4 }, async () => insertSubscribed(db, await subscriber())),
  );
  const away = new Stripe.errors.StripeAPIError({ type: "api_error" });
  const retrieve = vi.spyOn(provider.stripe.customers, "retrieve").mockRejectedValue(away);
  await expect(check(db)).rejects.toThrow(away);
  retrieve.mockRestore();
  expect(await billingEvents(database)).toEqual([]);
});

test("pending request: is no drift", async ({ db, database }) => {
  const id = await subscriber();
  await insertCustomer(db, { id });
  const stripeActions = stripeActionsWith({ db }, provider.stripe, now);
  await stripeActions.sync({ customerId: id, correlationId: "req_1", stripeEventId: null });
  await database.query(
    `insert into subscription_requests (id, subscription_id, kind, monthly_pence, state, requested_at)
     select 'end_1', id, 'cancel', 9700, 'pending', now() from subscriptions`,
  );
  expect(await check(db)).toMatchObject({ customers: 1, drifted: 0 });
});

test("reports each edit in Stripe's Dashboard that no webhook announced, by its columns", async ({
  db,
  database,
}) => {
  const stripeActions = stripeActionsWith({ db }, provider.stripe, now);
  const sync = () =>
    stripeActions.sync({ customerId: id, correlationId: "req_1", stripeEventId: null });
  const { coupons, invoices, invoicePayments, refunds, subscriptions, subscriptionSchedules } =
    provider.stripe;
  const refundPart = async (customer: string) => {
    const [invoice] = (await invoices.list({ customer })).data;
    const [paid] = (await invoicePayments.list({ invoice: String(invoice?.id) })).data;
    const intent = paid?.payment.payment_intent;
    if (typeof intent !== "string") throw new Error("nothing was paid");
    await refunds.create({ payment_intent: intent, amount: 10_00 });
  };
  const { id: coupon } = await coupons.create({ percent_off: 20, duration: "forever" });
  const discount = async (customer: string) => {
    const [subscription] = (await subscriptions.list({ customer })).data;
    await subscriptions.update(String(subscription?.id), { discounts: [{ coupon }] });
  };
  const schedule = async (customer: string) => {
    const [subscription] = (await subscriptions.list({ customer })).data;
    await subscriptions.update(String(subscription?.id), { cancel_at: "" });
    const { id, phases } = await subscriptionSchedules.create({
      from_subscription: String(subscription?.id),
    });
    const current = phases[0];
    await subscriptionSchedules.update(id, {
      metadata: { items: `${PLAN.starter.priceId}=9700x1` },
      phases: [
        {
          items: [{ price, quantity: 1 }],
          start_date: Number(current?.start_date),
          end_date: Number(current?.end_date),
        },
        {
          items: [{ price, quantity: 2 }],
          duration: { interval: "month", interval_count: 1 },
        },
      ],
    });
  };
  const edit = async (
    customer: string,
    change: (of: { item: string; end: number }) => Stripe.SubscriptionUpdateParams,
  ) => {
    const [subscription] = (await subscriptions.list({ customer })).data;
    const [item] = subscription?.items.data ?? [];
    const of = { item: String(item?.id), end: Number(item?.current_period_end) };
    await subscriptions.update(String(subscription?.id), {
      ...change(of),
      proration_behavior: "none",
    });
  };
  const quantity = (customer: string) =>
    edit(customer, ({ item }) => ({ items: [{ id: item, quantity: 2 }] }));
  const cancelLater = (customer: string) =>
    edit(customer, ({ end }) => ({ cancel_at: end + 61 * 86_400 }));
  const cheaper = await createSubscriptionFor(provider, { name: "Starter", pence: 90_00 });
  const otherPrice = (customer: string) =>
    edit(customer, ({ item }) => ({ items: [{ id: item, price: cheaper.id }] }));
  const unlisted = await createSubscriptionFor(provider, { name: "Photo day", pence: 60_00 });
  const extraItem = (customer: string) =>
    edit(customer, () => ({ items: [{ price: unlisted.id }] }));
  const credit = (customer: string) =>
    provider.stripe.customers.update(customer, { balance: -500 });
  const otherCard = (customer: string) => setCard(provider.stripe, customer, "pm_card_mastercard");
  const id = await subscriber();
  await insertCustomer(db, { id });
  const checkAgain = async () => {
    await database.query("delete from outbox_events");
    await check(db);
    return billingEvents(database);
  };
  for (const [change, column] of [
    [refundPart, "orders.refunded_pence"],
    [quantity, "subscription_items.quantity"],
    [otherPrice, "subscription_items.amount_pence"],
    [extraItem, "subscription_items.id"],
    [credit, "customers.balance_pence"],
    [otherCard, "customers.card_id"],
    [discount, "subscriptions.discounts"],
    [cancelLater, "subscriptions.cancel_at"],
    [schedule, "subscriptions.scheduled"],
  ] as const) {
    await sync();
    await change(id);
    expect(await checkAgain(), change.name).toContainEqual(
      expect.stringMatching(new RegExp(`BillingDriftFound.*"${column}".*"customerId":"${id}"`)),
    );
  }
  await sync();
  expect(await checkAgain()).toEqual([expect.stringContaining('"drifted":0')]);
});

test("worker killed in the middle of the night's check: another goes on, and each customer's drift is found once", async ({
  db,
  database,
}) => {
  const { stripe } = provider;
  const ids = (
    await Promise.all(Array.from({ length: 25 }, async () => (await stripe.customers.create()).id))
  ).toSorted();
  for (const id of ids) await insertSubscribed(db, id);
  const clock = { ms: Date.parse("2026-11-20T22:00:00Z") };
  const runMinute = () =>
    checkDriftForMinute({
      db,
      stripe,
      makeId: newId,
      now: () => new Date(clock.ms),
      wait: () => Promise.resolve(),
      onUnknown: () => undefined,
    });
  const real = stripe.customers.retrieve.bind(stripe.customers);
  const retrieve = vi.spyOn(stripe.customers, "retrieve");

  // A slow minute ends after one step.
  retrieve.mockImplementation((...given) => {
    clock.ms += 3_000;
    return real(...given);
  });
  expect(await runMinute()).toMatchObject({ customers: 20 });

  const answer = Promise.withResolvers<Awaited<ReturnType<typeof real>>>();
  retrieve.mockImplementation(() => answer.promise);
  const stuck = runMinute();
  await eventually("it asked Stripe", () => Promise.resolve(retrieve.mock.calls.length > 20));
  retrieve.mockRestore();
  const second = vi.spyOn(stripe.customers, "retrieve");
  clock.ms += 60_000;
  expect(await runMinute()).toMatchObject({ customers: 0 });
  expect(second).not.toHaveBeenCalled();

  await insertSubscribed(db, "cus_0_before");
  await insertSubscribed(db, "cus_zz_after");
  clock.ms += 5 * 60_000;
  expect(await runMinute()).toMatchObject({ customers: 6 });
  expect(second.mock.calls.map(([id]) => id).toSorted()).toEqual(
    [...ids.slice(20), "cus_zz_after"].toSorted(),
  );
  // It was only stuck, and has the same customers in hand.
  answer.resolve(await real(String(ids[20])));
  await expect(stuck).rejects.toThrow("another check took over");
  clock.ms += 60_000;
  expect(await runMinute()).toMatchObject({ customers: 0 });
  second.mockRestore();

  const events = await billingEvents(database);
  expect(events.filter((row) => row.includes("BillingChecked"))).toEqual([
    expect.stringContaining('"customers":26'),
  ]);
  for (const id of [...ids, "cus_zz_after"]) {
    expect(
      events.filter((row) => row.includes(`"${id}"`)),
      id,
    ).toHaveLength(1);
  }
  expect(events.filter((row) => row.includes("cus_0_before"))).toEqual([]);

  clock.ms += 24 * 3_600_000;
  expect(await runMinute()).toMatchObject({ customers: 27 });
});

test.for([
  ["is archived again", 16, false],
  ["stays while the request may run", 10, true],
] as const)("price that a request made active: %s", async ([, minutes, isRunning], { db }) => {
  const { stripe } = provider;
  const retired = await createSubscriptionFor(provider, { name: "Retired", pence: 1_00 });
  await stripe.prices.update(retired.id, { active: false });
  const refuse = () => {
    throw new Stripe.errors.StripeInvalidRequestError({
      type: "invalid_request_error",
      message: "The price specified is inactive.",
    });
  };
  const update = stripe.prices.update.bind(stripe.prices);
  const cutOff = vi
    .spyOn(stripe.prices, "update")
    .mockImplementation((id, params, options) =>
      params?.active === false
        ? Promise.reject(new Error("killed"))
        : update(id, params ?? {}, options),
    );
  const named = { priceIds: [retired.id], rateIds: [] };
  const began = () => new Date(Date.now() - minutes * 60_000);
  await expect(withArchived({ stripe, now: began }, named, refuse)).rejects.toThrow("killed");
  cutOff.mockRestore();
  expect(await stripe.prices.retrieve(retired.id)).toMatchObject({ active: true });
  await check(db);
  expect(await stripe.prices.retrieve(retired.id)).toMatchObject({ active: isRunning });
});
