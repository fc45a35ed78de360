import { afterAll, beforeAll, expect, vi } from "vitest";
import { PLANS } from "#contracts/catalogue.ts";
import type { Db } from "#db/client.ts";
import { insertCustomer } from "../../tests/support/billing.ts";
import { test } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/event-path.ts";
import {
  customerWithCard,
  type Running,
  sell,
  startForTest,
} from "../../tests/stack/stripe/start-for-test.ts";
import { createCashier, PaymentsRefused } from "./cashier.ts";

let provider: Running;
let price: string;

beforeAll(async () => {
  provider = await startForTest();
  const [{ name, pricePence: pence, priceId: lookupKey }] = PLANS;
  price = (await sell(provider, { name, pence, lookupKey })).id;
});
afterAll(() => provider.stop());

const openCashier = (db: Db, stripe: Running["stripe"] | null = provider.stripe) =>
  createCashier({
    db,
    stripe,
    locks: { hold: (_, work) => work(), close: () => Promise.resolve() },
    makeId: newId,
    now: () => new Date(),
  });

async function subscriber(db: Db) {
  const { id: customerId } = await customerWithCard(provider);
  await insertCustomer(db, { id: customerId });
  const { id: subscriptionId } = await provider.stripe.subscriptions.create({
    customer: customerId,
    items: [{ price }],
  });
  return { customerId, subscriptionId, correlationId: "req_1" };
}

/** What a day does: the provider remembers no key any more. */
function forgetKeys(): void {
  const { store } = provider.world;
  const ids = Array.from(store.all("answer"), ({ id }) => id);
  store.transaction(() => {
    for (const id of ids) store.remove("answer", id);
  });
}

test("a second purchase is undone once, however often and late it is asked for", async ({ db }) => {
  const cashier = openCashier(db);
  const second = await subscriber(db);
  expect(await cashier.undo(second)).toMatch(/^re_/);
  await cashier.undo(second);
  forgetKeys();
  expect(await cashier.undo(second)).toBeNull();
  const { status } = await provider.stripe.subscriptions.retrieve(second.subscriptionId);
  expect(status).toBe("canceled");
  const charges = [...provider.world.store.all("charge")].filter(
    (charge) => charge.customer === second.customerId,
  );
  expect(charges.map((charge) => [charge.amount, charge.amount_refunded])).toEqual([
    [97_00, 97_00],
  ]);
});

test("money comes back also where the answer that a subscription has ended was lost", async ({
  db,
}) => {
  const second = await subscriber(db);
  const { subscriptions } = provider.stripe;
  const cancel = subscriptions.cancel.bind(subscriptions);
  // As the library does by itself.
  const twice = vi.spyOn(subscriptions, "cancel").mockImplementationOnce(async (id, params) => {
    await cancel(id, params);
    return cancel(id, params);
  });
  const refundId = await openCashier(db).undo(second);
  twice.mockRestore();
  expect(refundId).toMatch(/^re_/);
});

test("where no provider is configured, what it is needed for waits for a person", async ({
  db,
}) => {
  const cashier = openCashier(db, null);
  const asked = cashier.sync({ customerId: "cus_1", correlationId: "req_1", notificationId: null });
  await expect(asked).rejects.toThrow(PaymentsRefused);
});

test("what the provider does not know waits for a person, and nobody's name is kept", async ({
  db,
}) => {
  await insertCustomer(db, { id: "cus_gone" });
  const asked = openCashier(db).sync({
    customerId: "cus_gone",
    correlationId: "req_1",
    notificationId: null,
  });
  await expect(asked).rejects.toThrow(new PaymentsRefused("Stripe: resource_missing (404)"));
});
