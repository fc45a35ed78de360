import { eq } from "drizzle-orm";
import type { Stripe } from "stripe";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { PLANS } from "#contracts/catalogue.ts";
import { subscriptions } from "#db/schema/billing.ts";
import { syncCustomer } from "#db/stripe/sync-customer.ts";
import {
  type Running,
  createSubscriptionFor,
  startForTest,
  setCard,
  advanceClock,
} from "../../tests/stack/stripe/start-for-test.ts";
import { test as base } from "../../tests/support/auth-service.ts";
import { AD_PLAN } from "../../tests/support/catalogue.ts";
import { insertCustomer, insertSubscription } from "../../tests/support/customer-rows.ts";
import { signInWithStripe, type StripeUser } from "../../tests/support/paying-user.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { MONTH_S } from "../../tests/support/stripe-cases.ts";

/** Stripe tries a card again for 15 days. */
const RETRIES_S = 16 * 86_400;
const NOTHING_OPEN = { status: 409, body: { code: "no_open_invoice" } };

let stripe: Stripe;
let emulator: Running;
let prices: string[];

beforeAll(async () => {
  emulator = await startForTest({ settings: { afterLastAttempt: "unpaid" } });
  ({ stripe } = emulator);
  prices = [];
  for (const { name, pricePence: pence } of PLANS) {
    prices.push((await createSubscriptionFor(emulator, { name, pence })).id);
  }
});
afterAll(() => emulator.stop());

/** A customer with a clock of their own. */
async function newCustomer() {
  const clock = await stripe.testHelpers.testClocks.create({
    frozen_time: Math.floor(Date.now() / 1_000),
  });
  const { id } = await stripe.customers.create({ test_clock: clock.id });
  let nowS = clock.frozen_time;
  return {
    id,
    setCard: (card: string) => setCard(stripe, id, card),
    subscribe: async (plan: number) =>
      (
        await stripe.subscriptions.create({
          customer: id,
          items: [{ price: String(prices[plan]) }],
        })
      ).id,
    passes(seconds: number) {
      nowS += seconds;
      return advanceClock(stripe, clock.id, nowS);
    },
  };
}

type User = {
  userId: string;
  ask: (method: "GET" | "POST", subscriptionId?: string) => ReturnType<StripeUser["ask"]>;
};

const test = base.extend<{ user: User }>({
  user: async ({ serviceWith, db }, use) => {
    const { userId, ask } = await signInWithStripe(db, serviceWith, emulator);
    await use({
      userId,
      ask: (method, id) =>
        ask(method, id === undefined ? "open-invoice" : `open-invoice?subscription=${id}`),
    });
  },
});

const invoicesOf = async (subscription: string, status?: "open" | "draft") =>
  (await stripe.invoices.list({ subscription, ...(status !== undefined && { status }) })).data;

async function payAt(url: unknown): Promise<void> {
  await stripe.invoices.pay(String(/in_\w+/.exec(String(url))?.[0]));
}

describe("open invoice", () => {
  test("never subscribed: 404; paid: 409", async ({ user, db }) => {
    expect(await user.ask("POST")).toMatchObject({ status: 404, body: { code: "not_found" } });
    const customer = await newCustomer();
    await customer.setCard("pm_card_visa");
    const id = await customer.subscribe(0);
    await insertCustomer(db, { id: customer.id, userId: user.userId });
    await insertSubscription(db, { id, customerId: customer.id, userId: user.userId });
    expect(await user.ask("GET")).toEqual({
      status: 200,
      body: { amount_pence: null, currency: null },
    });
    expect(await user.ask("POST")).toMatchObject(NOTHING_OPEN);
  });

  test("plan paid, ads plan beside it past due: the ads plan's invoice, until the plan itself is due", async ({
    user,
    db,
  }) => {
    const { userId } = user;
    const customer = await newCustomer();
    await customer.setCard("pm_card_visa");
    const ads = await customer.subscribe(1);
    await customer.setCard("pm_card_chargeCustomerFail");
    await customer.passes(MONTH_S);
    await customer.setCard("pm_card_visa");
    const plan = await customer.subscribe(0);
    await insertCustomer(db, { id: customer.id, userId });
    await insertSubscription(db, { id: plan, customerId: customer.id, userId });
    await insertSubscription(db, {
      id: ads,
      customerId: customer.id,
      userId,
      priceIds: [AD_PLAN.professional.priceId],
      status: "past_due",
    });
    const [open] = await invoicesOf(ads, "open");
    expect(await user.ask("GET")).toMatchObject({ body: { amount_pence: open?.amount_due } });
    expect(await user.ask("POST")).toMatchObject({
      body: { url: expect.stringContaining(String(open?.id)) },
    });
    await db.update(subscriptions).set({ status: "past_due" }).where(eq(subscriptions.id, plan));
    expect(await user.ask("POST")).toMatchObject(NOTHING_OPEN);
  });

  test("plan and ads plan past due: each opens its own invoice; another's or no id opens none", async ({
    user,
    db,
  }) => {
    const { userId } = user;
    const customer = await newCustomer();
    await insertCustomer(db, { id: customer.id, userId });
    await customer.setCard("pm_card_visa");
    const ids = [await customer.subscribe(0), await customer.subscribe(1)];
    await customer.setCard("pm_card_chargeCustomerFail");
    await customer.passes(MONTH_S);
    for (const [n, id] of ids.entries()) {
      await insertSubscription(db, {
        id,
        customerId: customer.id,
        userId,
        status: "past_due",
        ...(n === 1 && { priceIds: [AD_PLAN.professional.priceId] }),
      });
      const [open] = await invoicesOf(id, "open");
      expect(await user.ask("GET", id)).toMatchObject({ body: { amount_pence: open?.amount_due } });
      expect(await user.ask("POST", id)).toMatchObject({ body: { url: open?.hosted_invoice_url } });
    }
    const stranger = await newCustomer();
    await stranger.setCard("pm_card_visa");
    const foreign = await stranger.subscribe(0);
    await insertCustomer(db, { id: stranger.id });
    await insertSubscription(db, { id: foreign, customerId: stranger.id, status: "past_due" });
    for (const id of [foreign, "sub_unknown", "no%20id", ""]) {
      for (const method of ["GET", "POST"] as const) {
        const { status, body } = await user.ask(method, id);
        expect([status, body["code"], body["error"]], `${method} ${id}`).toEqual([
          404,
          "not_found",
          "There’s nothing left to pay.",
        ]);
      }
    }
  });

  test("first bank debit under way: nothing to pay, although its invoice is open", async ({
    user,
    db,
  }) => {
    const customer = await newCustomer();
    await customer.setCard("pm_bacsDebit_success");
    const id = await customer.subscribe(0);
    expect(await invoicesOf(id, "open")).toHaveLength(1);
    await insertCustomer(db, { id: customer.id, userId: user.userId });
    await insertSubscription(db, {
      id,
      customerId: customer.id,
      userId: user.userId,
      status: "incomplete",
      paymentMethodBrand: "bacs_debit",
    });
    expect(await user.ask("GET")).toEqual({
      status: 200,
      body: { amount_pence: null, currency: null },
    });
    expect(await user.ask("POST")).toMatchObject(NOTHING_OPEN);
  });

  test("pending upgrade: its invoice; ended subscription: none", async ({ user, db }) => {
    const customer = await newCustomer();
    await customer.setCard("pm_card_visa");
    const former = await customer.subscribe(0);
    await customer.setCard("pm_card_chargeCustomerFail");
    await customer.passes(MONTH_S);
    await stripe.subscriptions.cancel(former);
    await insertCustomer(db, { id: customer.id, userId: user.userId });
    await insertSubscription(db, {
      id: former,
      customerId: customer.id,
      userId: user.userId,
      status: "canceled",
    });
    expect(await invoicesOf(former, "open")).toHaveLength(1);
    expect(await user.ask("GET")).toEqual({
      status: 200,
      body: { amount_pence: null, currency: null },
    });
    expect(await user.ask("POST")).toMatchObject(NOTHING_OPEN);

    await customer.setCard("pm_card_visa");
    const id = await customer.subscribe(0);
    await insertSubscription(db, {
      id,
      customerId: customer.id,
      userId: user.userId,
      createdAt: "2026-12-20T12:00:00.000Z",
    });
    await customer.setCard("pm_card_chargeCustomerFail");
    const { items } = await stripe.subscriptions.retrieve(id);
    await stripe.subscriptions.update(id, {
      items: [{ id: String(items.data[0]?.id), price: String(prices[1]) }],
      payment_behavior: "pending_if_incomplete",
      proration_behavior: "always_invoice",
    });
    const { status, body } = await user.ask("POST");
    expect(status).toBe(200);
    expect(body["url"]).toBe((await invoicesOf(id, "open"))[0]?.hosted_invoice_url);
  });

  test("past due: the newest, with the sum that Stripe asks for", async ({ user, db }) => {
    const customer = await newCustomer();
    await customer.setCard("pm_card_visa");
    const id = await customer.subscribe(1);
    await customer.setCard("pm_card_chargeCustomerFail");
    await customer.passes(MONTH_S);
    await insertCustomer(db, { id: customer.id, userId: user.userId });
    await insertSubscription(db, {
      id,
      customerId: customer.id,
      userId: user.userId,
      status: "past_due",
    });
    expect(await user.ask("GET")).toEqual({
      status: 200,
      body: { amount_pence: 175_00, currency: "gbp" },
    });
    const { body } = await user.ask("POST");
    expect(body["url"]).toBe((await invoicesOf(id, "open"))[0]?.hosted_invoice_url);

    await customer.setCard("pm_card_visa");
    await payAt(body["url"]);
    expect(await user.ask("GET")).toEqual({
      status: 200,
      body: { amount_pence: null, currency: null },
    });
    expect(await user.ask("POST")).toMatchObject(NOTHING_OPEN);
  });

  test("unpaid: the newest draft, and paying it makes the subscription active", async ({
    user,
    db,
  }) => {
    const customer = await newCustomer();
    await customer.setCard("pm_card_visa");
    const id = await customer.subscribe(1);
    await customer.setCard("pm_card_chargeCustomerFail");
    await customer.passes(MONTH_S);
    await customer.passes(RETRIES_S);
    await insertCustomer(db, { id: customer.id, userId: user.userId });
    await insertSubscription(db, {
      id,
      customerId: customer.id,
      userId: user.userId,
      status: "unpaid",
    });
    const [renewal] = await invoicesOf(id, "open");
    expect((await user.ask("POST")).body["url"]).toBe(renewal?.hosted_invoice_url);

    await customer.passes(MONTH_S);
    const [draft] = await invoicesOf(id, "draft");
    expect(await user.ask("GET")).toEqual({
      status: 200,
      body: { amount_pence: 175_00, currency: "gbp" },
    });
    expect(await stripe.invoices.retrieve(String(draft?.id))).toMatchObject({ status: "draft" });
    const [one, other] = await Promise.all([user.ask("POST"), user.ask("POST")]);
    expect(one).toMatchObject({
      status: 200,
      body: { url: expect.stringContaining(String(draft?.id)) },
    });
    expect(other).toEqual(one);
    // Only the user pays it: Stripe does not charge the card by itself.
    await customer.setCard("pm_card_visa");
    await customer.passes(86_400);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: "unpaid" });
    await payAt(one.body["url"]);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: "active" });
    await syncCustomer(
      { db, stripe, makeId: newId, now: () => new Date(), correlationId: "req_1" },
      { customerId: customer.id, stripeEventId: null },
    );
    const saved = await db.select({ status: subscriptions.status }).from(subscriptions);
    expect(saved).toEqual([{ status: "active" }]);
    expect(await user.ask("POST")).toMatchObject(NOTHING_OPEN);
  });
});
