import { afterAll, beforeAll, expect } from "vitest";
import { PLANS } from "#contracts/catalogue.ts";
import { insertCustomer } from "../../tests/support/customer-rows.ts";
import { test } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/pipeline.ts";
import {
  customerWithCard,
  type Running,
  createSubscriptionFor,
  startForTest,
} from "../../tests/stack/stripe/start-for-test.ts";
import { createStripeActions } from "./stripe-actions.ts";
import { checkDrift } from "./drift-check.ts";

const CUSTOMERS = 200;
const FAILING_ONE_IN = 20;
const MONTHS = 12;
/**
 * The longest month, and the two hours in which a renewal invoice is a draft: each renewal uses
 * its month's card.
 */
const MONTH_S = 31 * 86_400 + 2 * 3_600;
const AT_ONCE = 8;

let provider: Running;

beforeAll(async () => {
  provider = await startForTest();
});
afterAll(() => provider.stop());

const now = () => new Date();

async function inTurns<T>(items: readonly T[], act: (item: T) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < items.length; start += AT_ONCE) {
    await Promise.all(items.slice(start, start + AT_ONCE).map(act));
  }
}

test(
  "a year of renewals with one in twenty declined leaves no drift",
  { timeout: 240_000 },
  async ({ db, database }) => {
    const { stripe } = provider;
    const [{ name, pricePence: pence, priceId: lookupKey }] = PLANS;
    const price = await createSubscriptionFor(provider, { name, pence, lookupKey });
    await stripe.webhookEndpoints.create({
      url: "https://edge.example/webhooks",
      enabled_events: ["*"],
    });
    const stripeActions = createStripeActions({
      db,
      stripe,
      locks: { hold: (_, work) => work(), close: () => Promise.resolve() },
      makeId: newId,
      now,
    });
    const heed = async () => {
      await provider.emulator.app.request("/control/idle", { method: "POST" });
      const told = provider.arrivals.splice(0).map(({ body }) => {
        const { object } = (JSON.parse(body) as { data: { object: Record<string, unknown> } }).data;
        return object["object"] === "customer" ? object["id"] : object["customer"];
      });
      const customers = [...new Set(told)].filter((id) => typeof id === "string");
      await inTurns(customers, (customerId) =>
        stripeActions.sync({ customerId, correlationId: "req_1", stripeEventId: null }),
      );
    };

    const ids = Array.from({ length: CUSTOMERS }, () => "");
    await inTurns([...ids.keys()], async (index) => {
      const { id } = await customerWithCard(provider);
      ids[index] = id;
      await insertCustomer(db, { id });
      await stripe.subscriptions.create({ customer: id, items: [{ price: price.id }] });
    });
    await heed();
    for (let month = 0; month < MONTHS; month += 1) {
      const failing = ids.filter((_, index) => index % FAILING_ONE_IN === month);
      const useCard = async (customer: string, card: string) => {
        const method = await stripe.paymentMethods.attach(card, { customer });
        await stripe.customers.update(customer, {
          invoice_settings: { default_payment_method: method.id },
        });
      };
      await inTurns(failing, (id) => useCard(id, "pm_card_chargeCustomerFail"));
      await provider.emulator.app.request("/control/time", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ seconds: MONTH_S }),
      });
      await heed();
      const better = failing.filter((_, index) => index % 2 === 0);
      await inTurns(better, (id) => useCard(id, "pm_card_visa"));
    }
    await heed();
    const report = await checkDrift({
      db,
      stripe,
      makeId: newId,
      now,
      wait: () => Promise.resolve(),
      onUnknown: () => undefined,
    });
    expect(report).toEqual({ customers: CUSTOMERS, drifted: 0, unknown: 0 });
    const { rows } = await database.query<{ orders: number; failed: number }>(
      `select (select count(*)::int from orders) as orders,
       (select count(*)::int from outbox_events where type = 'PaymentFailed') as failed`,
    );
    expect(rows[0]?.orders).toBeGreaterThan(CUSTOMERS * MONTHS * 0.7);
    expect(rows[0]?.failed).toBeGreaterThanOrEqual((CUSTOMERS / FAILING_ONE_IN) * (MONTHS - 1));
  },
);
