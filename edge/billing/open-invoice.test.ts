import { randomUUID } from "node:crypto";
import type { Stripe } from "stripe";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { PLANS } from "#contracts/catalogue.ts";
import {
  type Running,
  createSubscriptionFor,
  startForTest,
  TEST_KEY,
} from "../../tests/stack/stripe/start-for-test.ts";
import { API, test as base } from "../../tests/support/auth-service.ts";
import {
  insertAccountRow,
  insertCustomer,
  insertSubscription,
} from "../../tests/support/customer-rows.ts";
import { eventually } from "../../tests/support/eventually.ts";

const MONTH_S = 31 * 86_400 + 2 * 3_600;
/** Stripe tries a card again for 15 days. */
const RETRIES_S = 16 * 86_400;
const NOTHING_OPEN = { status: 409, body: { code: "no_open_invoice" } };

let stripe: Stripe;
let standIn: Running;
let prices: string[];

beforeAll(async () => {
  standIn = await startForTest({ afterLastAttempt: "unpaid" });
  ({ stripe } = standIn);
  prices = [];
  for (const { name, pricePence: pence } of PLANS) {
    prices.push((await createSubscriptionFor(standIn, { name, pence })).id);
  }
});
afterAll(() => standIn.stop());

/** A customer with a clock of their own. */
async function newCustomer() {
  const clock = await stripe.testHelpers.testClocks.create({
    frozen_time: Math.floor(Date.now() / 1_000),
  });
  const { id } = await stripe.customers.create({ test_clock: clock.id });
  let nowS = clock.frozen_time;
  return {
    id,
    async setCard(card: string) {
      const { id: method } = await stripe.paymentMethods.attach(card, { customer: id });
      await stripe.customers.update(id, { invoice_settings: { default_payment_method: method } });
    },
    subscribe: async (plan: number) =>
      (
        await stripe.subscriptions.create({
          customer: id,
          items: [{ price: String(prices[plan]) }],
        })
      ).id,
    async passes(seconds: number) {
      nowS += seconds;
      await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: nowS });
      await eventually("the time has passed", async () => {
        const { status } = await stripe.testHelpers.testClocks.retrieve(clock.id);
        return status === "ready";
      });
    },
  };
}

type Answer = { status: number; body: Record<string, unknown> };
type User = {
  userId: string;
  ask: (method: "GET" | "POST") => Promise<Answer>;
};

const test = base.extend<{ user: User }>({
  user: async ({ serviceWith, db }, use) => {
    const service = serviceWith({ STRIPE_SECRET_KEY: TEST_KEY, STRIPE_API_BASE: standIn.url });
    const email = `${randomUUID()}@shop.example`;
    const userId = await insertAccountRow(db, { email, isProven: true });
    const token = await service.sign({ sub: userId, email });
    const apikey = await service.sign({ role: "anon" });
    await use({
      userId,
      async ask(method) {
        const response = await service.request(`${API}/functions/v1/open-invoice`, {
          method,
          headers: { apikey, authorization: `Bearer ${token}` },
        });
        return { status: response.status, body: (await response.json()) as Answer["body"] };
      },
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
    expect(await user.ask("GET")).toEqual({ status: 200, body: { amount_pence: null } });
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
    expect(await user.ask("GET")).toEqual({ status: 200, body: { amount_pence: null } });
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
    expect(await user.ask("GET")).toEqual({ status: 200, body: { amount_pence: 175_00 } });
    const { body } = await user.ask("POST");
    expect(body["url"]).toBe((await invoicesOf(id, "open"))[0]?.hosted_invoice_url);

    await customer.setCard("pm_card_visa");
    await payAt(body["url"]);
    expect(await user.ask("GET")).toEqual({ status: 200, body: { amount_pence: null } });
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
    expect(await user.ask("GET")).toEqual({ status: 200, body: { amount_pence: 175_00 } });
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
    expect(await user.ask("POST")).toMatchObject(NOTHING_OPEN);
  });
});
