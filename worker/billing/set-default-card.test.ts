import type { Stripe } from "stripe";
import { afterAll, beforeAll, describe, expect, vi } from "vitest";
import type { StripeCustomerState } from "#contracts/billing/stripe-state.ts";
import { PLANS } from "#contracts/catalogue.ts";
import type { Db } from "#db/client.ts";
import { readCustomerState } from "#db/stripe/read-customer-state.ts";
import { savePortalSettings } from "../../tests/stack/stripe/objects/billing-portal.ts";
import {
  type Running,
  createSubscriptionFor,
  startForTest,
  advanceClock,
} from "../../tests/stack/stripe/start-for-test.ts";
import { PLAN } from "../../tests/support/catalogue.ts";
import { insertCustomer } from "../../tests/support/customer-rows.ts";
import { test as base } from "../../tests/support/database.ts";
import { stripeActionsWith } from "../../tests/support/pipeline.ts";
import { changeCardInPortal, payOnPage } from "../../tests/support/portal.ts";
import { ASKS_EVERY_TIME, MONTH_S } from "../../tests/support/stripe-cases.ts";
import { setDefaultCard } from "./set-default-card.ts";

const GOOD = "5555555555554444";
const FAILS = "4000000000000341";

let running: Running;
let stripe: Stripe;
let price: string;
let dearer: string;

beforeAll(async () => {
  running = await startForTest();
  ({ stripe } = running);
  const { world } = running;
  world.store.transaction(() => savePortalSettings(world));
  const [one, two] = await Promise.all(
    PLANS.map(({ name, pricePence: pence, priceId: lookupKey }) =>
      createSubscriptionFor(running, { name, pence, lookupKey }),
    ),
  );
  price = String(one?.id);
  dearer = String(two?.id);
});
afterAll(() => running.stop());

/** Its subscription has its own card, as after Checkout. */
async function subscriber(db: Db, discounts: Stripe.SubscriptionCreateParams.Discount[] = []) {
  let atS = Math.floor(Date.now() / 1_000) - 400 * 86_400;
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: atS });
  const { id: customerId } = await stripe.customers.create({ test_clock: clock.id });
  const attach = async (card: string) =>
    (await stripe.paymentMethods.attach(card, { customer: customerId })).id;
  const first = await attach("pm_card_visa");
  const { id: subscriptionId } = await stripe.subscriptions.create({
    customer: customerId,
    items: [{ price }],
    default_payment_method: first,
    discounts,
  });
  await insertCustomer(db, { id: customerId });
  // Gives the two cards different creation times in Stripe.
  running.passWallTime(1_000);
  let syncs = 0;
  const stripeActions = stripeActionsWith({ db }, stripe);
  return {
    customerId,
    subscriptionId,
    first,
    attach,
    sync() {
      syncs += 1;
      return stripeActions.sync({ customerId, correlationId: `req_${syncs}`, stripeEventId: null });
    },
    changeCard: (card: string) => changeCardInPortal(stripe, { customerId, card }),
    monthPasses() {
      atS += MONTH_S;
      return advanceClock(stripe, clock.id, atS);
    },
    read: () => stripe.subscriptions.retrieve(subscriptionId),
    async defaultCard() {
      const customer = await stripe.customers.retrieve(customerId);
      if (customer.deleted === true) throw new Error("the customer was deleted");
      return customer.invoice_settings.default_payment_method;
    },
    async charges() {
      const { data } = await stripe.charges.list({ customer: customerId });
      return data
        .toReversed()
        .map(({ status, payment_method_details: by }) => `${by?.card?.last4} ${status}`);
    },
  };
}

type Ada = Awaited<ReturnType<typeof subscriber>>;

const test = base.extend<{ ada: Ada }>({
  ada: async ({ db }, use) => use(await subscriber(db)),
});

test("first sync: sets the default card before it clears the subscription's card", async ({
  ada,
}) => {
  const update = stripe.customers.update.bind(stripe.customers);
  const killed = vi
    .spyOn(stripe.customers, "update")
    .mockImplementationOnce(async (id, params, options) => {
      await update(id, params, options);
      throw new Error("killed");
    });
  await expect(ada.sync()).rejects.toThrow("killed");
  killed.mockRestore();
  expect(await ada.defaultCard()).toBe(ada.first);
  expect(await ada.read()).toMatchObject({ default_payment_method: ada.first });
  for (let times = 0; times < 2; times += 1) await ada.sync();
  expect(await ada.defaultCard()).toBe(ada.first);
  expect(await ada.read()).toMatchObject({ default_payment_method: null });
});

test("card changed in the portal: shown after the sync and charged at the next renewal", async ({
  ada,
  database,
}) => {
  for (const isSyncedBefore of [true, false]) {
    if (isSyncedBefore) await ada.sync();
    await ada.changeCard(isSyncedBefore ? GOOD : "378282246310005");
    await ada.sync();
    const { rows } = await database.query<{ last4: string }>(
      "select payment_method_last4 as last4 from subscriptions",
    );
    expect(rows).toEqual([{ last4: isSyncedBefore ? "4444" : "0005" }]);
    await ada.monthPasses();
  }
  expect(await ada.charges()).toEqual(["4242 succeeded", "4444 succeeded", "0005 succeeded"]);
});

test("card changed before the first sync: charged instead of the purchase's card", async ({
  ada,
}) => {
  await ada.changeCard(GOOD);
  await ada.sync();
  expect(await ada.read()).toMatchObject({ default_payment_method: null });
  await ada.monthPasses();
  expect(await ada.charges()).toEqual(["4242 succeeded", "4444 succeeded"]);
});

test("portal changes the card during a sync: the portal's card stays", async ({ ada }) => {
  const retrieve = stripe.customers.retrieve.bind(stripe.customers);
  const faster = vi
    .spyOn(stripe.customers, "retrieve")
    .mockImplementationOnce(async (id, params, options) => {
      const read = await retrieve(id, params, options);
      await ada.changeCard(GOOD);
      return read;
    });
  await ada.sync();
  faster.mockRestore();
  await ada.sync();
  await ada.monthPasses();
  expect(await ada.charges()).toEqual(["4242 succeeded", "4444 succeeded"]);
});

test("customer deleted in Stripe during a sync: the sync ends without a change", async ({
  ada,
}) => {
  const retrieve = stripe.customers.retrieve.bind(stripe.customers);
  const deleted = vi.spyOn(stripe.customers, "retrieve").mockImplementation(
    async (id, params) =>
      ({
        ...(await retrieve(id, params)),
        ...(params === undefined && { deleted: true, invoice_settings: undefined as never }),
      }) as never,
  );
  await ada.sync();
  deleted.mockRestore();
  expect(await ada.defaultCard()).toBeNull();
});

describe("with what was read before", () => {
  const read = async ({ customerId }: Ada, change: Partial<StripeCustomerState> = {}) => {
    const state = await readCustomerState(stripe, customerId, []);
    const input = { customerId, savedCards: null, causeId: "req_1", now: new Date() };
    return { ...input, snapshot: { ...state, ...change } };
  };

  test("another default since: neither it nor the subscription's card changes", async ({ ada }) => {
    const given = await read(ada);
    await ada.changeCard(GOOD);
    const since = await ada.defaultCard();
    expect(await setDefaultCard(stripe, given)).toBe(false);
    expect(await ada.defaultCard()).toBe(since);
    expect(await ada.read()).toMatchObject({ default_payment_method: ada.first });
  });

  test("the default is the subscription's card: only the subscription changes", async ({ ada }) => {
    await stripe.customers.update(ada.customerId, {
      invoice_settings: { default_payment_method: ada.first },
    });
    expect(await setDefaultCard(stripe, await read(ada))).toBe(true);
    expect(await ada.read()).toMatchObject({ default_payment_method: null });
  });

  test("a schedule has the card of before: it gets the default, once", async ({ ada }) => {
    await stripe.subscriptionSchedules.create({ from_subscription: ada.subscriptionId });
    await ada.sync();
    await ada.changeCard(GOOD);
    for (const isChanged of [true, false])
      expect(await setDefaultCard(stripe, await read(ada))).toBe(isChanged);
  });

  test.for([
    ["at the second try, whenever it was saved: typed", true, null, true],
    ["and was saved in the second of the invoice: typed", false, 0, true],
    ["and was saved before the invoice: charged by Stripe", false, 1, false],
  ] as const)("a card that paid %s", async ([, isSecondTry, invoicedLater, isTyped], { ada }) => {
    await ada.sync();
    const paying = await ada.attach("pm_card_mastercard");
    const { created } = await stripe.paymentMethods.retrieve(paying);
    const invoicedS = invoicedLater === null ? null : created + invoicedLater;
    const lastPaidBy = { id: paying, isSecondTry, invoicedS };
    expect(await setDefaultCard(stripe, await read(ada, { lastPaidBy }))).toBe(isTyped);
    expect(await ada.defaultCard()).toBe(isTyped ? paying : ada.first);
  });
});

test("nothing paid yet: the subscription's card becomes the default", async ({ db }) => {
  const { id: coupon } = await stripe.coupons.create({ percent_off: 100, duration: "forever" });
  const free = await subscriber(db, [{ coupon }]);
  await free.sync();
  expect(await free.charges()).toEqual([]);
  expect(await free.defaultCard()).toBe(free.first);
});

test("Stripe does not clear the subscription's card: it is set to the default", async ({ ada }) => {
  await ada.changeCard(GOOD);
  const update = stripe.subscriptions.update.bind(stripe.subscriptions);
  const refusing = vi
    .spyOn(stripe.subscriptions, "update")
    .mockImplementation(async (id, params, options) =>
      params?.default_payment_method === ""
        ? stripe.subscriptions.retrieve(id)
        : update(id, params, options),
    );
  for (let times = 0; times < 2; times += 1) await ada.sync();
  refusing.mockRestore();
  expect(await ada.read()).toMatchObject({ default_payment_method: await ada.defaultCard() });
  await ada.monthPasses();
  expect(await ada.charges()).toEqual(["4242 succeeded", "4444 succeeded"]);
});

test("earlier schedule: does not restore the old card", async ({ ada }) => {
  const { items } = await ada.read();
  const { id } = await stripe.subscriptionSchedules.create({
    from_subscription: ada.subscriptionId,
  });
  await stripe.subscriptionSchedules.update(id, {
    metadata: { items: `${PLAN.plus.priceId}=17500x1` },
    phases: [
      {
        items: [{ price }],
        start_date: items.data[0]?.current_period_start ?? 0,
        end_date: items.data[0]?.current_period_end ?? 0,
      },
      { items: [{ price: dearer }], duration: { interval: "month", interval_count: 1 } },
    ],
  });
  await ada.sync();
  await ada.changeCard(GOOD);
  await ada.sync();
  await ada.monthPasses();
  expect(await ada.charges()).toEqual(["4242 succeeded", "4444 succeeded"]);
});

describe("a person sets an older card again", () => {
  const setDefault = (ada: Ada, card: string) =>
    stripe.customers.update(ada.customerId, { invoice_settings: { default_payment_method: card } });

  test.for([
    ["each change is synced", true],
    ["all webhooks are lost until a month later", false],
  ] as const)(
    "after a newer one has paid a renewal, and %s: the older one stays and pays",
    async ([, isSynced], { ada }) => {
      await ada.sync();
      // The customers of this test clock live in the past; a card of today is younger than their invoices.
      const newer = await ada.attach("pm_card_mastercard");
      const read = stripe.paymentMethods.retrieve.bind(stripe.paymentMethods);
      const retrieve = vi
        .spyOn(stripe.paymentMethods, "retrieve")
        .mockImplementation(async (id) => ({ ...(await read(id)), created: 1 }));
      await setDefault(ada, newer);
      if (isSynced) await ada.sync();
      await ada.monthPasses();
      if (isSynced) await ada.sync();
      await setDefault(ada, ada.first);
      for (let times = 0; times < 2; times += 1) await ada.sync();
      retrieve.mockRestore();
      expect(await ada.defaultCard()).toBe(ada.first);
      await ada.monthPasses();
      expect(await ada.charges()).toEqual(["4242 succeeded", "4444 succeeded", "4242 succeeded"]);
    },
  );

  test("for one subscription in Stripe's Dashboard: it becomes the default", async ({ ada }) => {
    await ada.sync();
    await ada.changeCard(GOOD);
    await ada.sync();
    await stripe.subscriptions.update(ada.subscriptionId, { default_payment_method: ada.first });
    await ada.sync();
    expect(await ada.defaultCard()).toBe(ada.first);
    expect(await ada.read()).toMatchObject({ default_payment_method: null });
  });

  test("after a newer one was typed on Stripe's invoice page: it stays", async ({ ada }) => {
    await ada.sync();
    await ada.changeCard(FAILS);
    await ada.sync();
    await ada.monthPasses();
    // A card set by hand counts from a second after all that were known.
    running.passWallTime(3_000);
    const { data } = await stripe.invoices.list({
      subscription: ada.subscriptionId,
      status: "open",
    });
    await payOnPage(String(data[0]?.hosted_invoice_url), { card: GOOD, isSaved: true });
    await ada.sync();
    const { data: cards } = await stripe.paymentMethods.list({ customer: ada.customerId });
    const typed = cards.find(({ card }) => card?.last4 === "4444");
    expect(await ada.defaultCard()).toBe(typed?.id);
    await setDefault(ada, ada.first);
    for (let times = 0; times < 2; times += 1) await ada.sync();
    expect(await ada.defaultCard()).toBe(ada.first);
  });
});

describe("past due subscription", () => {
  async function fall(ada: Ada) {
    await ada.changeCard(FAILS);
    await ada.sync();
    await ada.monthPasses();
    await ada.sync();
    expect(await ada.read()).toMatchObject({ status: "past_due" });
  }

  test("new default card: pays the open invoice immediately, once", async ({ ada, database }) => {
    await fall(ada);
    expect(await ada.charges()).toEqual(["4242 succeeded", "0341 failed"]);
    await ada.changeCard(GOOD);
    for (let times = 0; times < 2; times += 1) await ada.sync();
    expect(await ada.read()).toMatchObject({ status: "active" });
    expect(await ada.charges()).toEqual(["4242 succeeded", "0341 failed", "4444 succeeded"]);
    const { rows } = await database.query(
      "select status, payment_method_last4 as last4, (select count(*)::int from orders where status = 'completed') as paid from subscriptions",
    );
    expect(rows).toEqual([{ status: "active", last4: "4444", paid: 2 }]);
  });

  test("invoice that the team sends: the saved card stays uncharged when it is overdue", async ({
    ada,
  }) => {
    await ada.sync();
    await stripe.subscriptions.update(ada.subscriptionId, {
      collection_method: "send_invoice",
      days_until_due: 1,
    });
    await ada.monthPasses();
    await ada.monthPasses();
    for (let times = 0; times < 2; times += 1) await ada.sync();
    expect(await ada.read()).toMatchObject({ status: "past_due" });
    expect(await ada.charges()).toEqual(["4242 succeeded"]);
  });

  test("subscription's card was never cleared: the new default card pays", async ({ ada }) => {
    const failing = await ada.attach("pm_card_chargeCustomerFail");
    await stripe.subscriptions.update(ada.subscriptionId, { default_payment_method: failing });
    await ada.monthPasses();
    running.passWallTime(1_000);
    await ada.changeCard(GOOD);
    await ada.sync();
    expect(await ada.read()).toMatchObject({ status: "active", default_payment_method: null });
  });

  test.for([
    ["declines", FAILS, "0341 failed"],
    ["needs 3-D Secure", ASKS_EVERY_TIME, null],
  ] as const)("new card that %s: tried once", async ([, card, charge], { ada }) => {
    await fall(ada);
    const before = await ada.charges();
    await ada.changeCard(card);
    const pay = vi.spyOn(stripe.invoices, "pay");
    for (let times = 0; times < 3; times += 1) await ada.sync();
    expect(pay).toHaveBeenCalledOnce();
    pay.mockRestore();
    expect(await ada.charges()).toEqual([...before, ...(charge === null ? [] : [charge])]);
    expect(await ada.read()).toMatchObject({ status: "past_due" });
    await ada.changeCard(GOOD);
    await ada.sync();
    expect(await ada.read()).toMatchObject({ status: "active" });
  });

  test.for([
    ["saved", true, ["4242 succeeded", "0341 failed", "4444 succeeded", "4444 succeeded"]],
    ["not saved", false, ["4242 succeeded", "0341 failed", "4444 succeeded", "0341 failed"]],
  ] as const)(
    "card of Stripe's invoice page that is %s: charged at the next renewal, %s",
    async ([, isSaved, charges], { ada }) => {
      await fall(ada);
      running.passWallTime(1_000);
      const { data } = await stripe.invoices.list({
        subscription: ada.subscriptionId,
        status: "open",
      });
      await payOnPage(String(data[0]?.hosted_invoice_url), { card: GOOD, isSaved });
      for (let times = 0; times < 2; times += 1) await ada.sync();
      expect(await ada.read()).toMatchObject({ status: "active", default_payment_method: null });
      await ada.monthPasses();
      expect(await ada.charges()).toEqual(charges);
    },
  );

  test("invoice paid elsewhere during the sync: becomes active", async ({ ada }) => {
    await fall(ada);
    await ada.changeCard(GOOD);
    const pay = stripe.invoices.pay.bind(stripe.invoices);
    const faster = vi
      .spyOn(stripe.invoices, "pay")
      .mockImplementationOnce(async (id, params, options) => {
        await pay(id);
        return pay(id, params, options);
      });
    await ada.sync();
    faster.mockRestore();
    expect(await ada.read()).toMatchObject({ status: "active" });
    expect(await ada.charges()).toHaveLength(3);
  });

  test("ended subscription: its open invoice is left alone", async ({ ada }) => {
    await fall(ada);
    await stripe.subscriptions.cancel(ada.subscriptionId);
    await ada.changeCard(GOOD);
    await ada.sync();
    expect(await ada.charges()).toEqual(["4242 succeeded", "0341 failed"]);
  });
});
