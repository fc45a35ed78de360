import { afterAll, beforeAll, expect } from "vitest";
import { PLANS } from "#contracts/catalogue.ts";
import type { Db } from "#db/client.ts";
import { openLocks } from "#db/locks.ts";
import { insertCustomer } from "../../tests/support/billing.ts";
import { test, type TestDatabase } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/event-path.ts";
import {
  customerWithCard,
  type Running,
  sell,
  startForTest,
} from "../../tests/stack/stripe/start-for-test.ts";
import { createCashier } from "./cashier.ts";
import { checkDrift } from "./check-drift.ts";

let provider: Running;
let price: string;

beforeAll(async () => {
  provider = await startForTest();
  const [{ name, pricePence: pence, priceId: lookupKey }] = PLANS;
  price = (await sell(provider, { name, pence, lookupKey })).id;
});
afterAll(() => provider.stop());

async function subscriber(): Promise<string> {
  const { id } = await customerWithCard(provider);
  await provider.stripe.subscriptions.create({ customer: id, items: [{ price }] });
  return id;
}

const now = () => new Date();

function check(db: Db, unknown: string[] = []) {
  return checkDrift({
    db,
    stripe: provider.stripe,
    makeId: newId,
    now,
    onUnknown: (id) => unknown.push(id),
  });
}

const told = async ({ query }: TestDatabase) =>
  (await query("select type, payload from outbox_events where type like 'Billing%'")).rows
    .map((row) => JSON.stringify(row))
    .toSorted();

test("finds what differs, either way, tells it, and finds nothing once it was read again", async ({
  db,
  database,
}) => {
  const locks = openLocks(database.url, { max: 2, onError: () => undefined });
  const cashier = createCashier({ db, stripe: provider.stripe, locks, makeId: newId, now });
  const sync = (customerId: string) =>
    cashier.sync({ customerId, correlationId: "req_1", notificationId: null });
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
      payload: { drifts: ["subscriptions", "orders"], customerId: changed },
    },
    { type: "BillingDriftFound", payload: { drifts: ["subscriptions"], customerId: missed } },
    { type: "BillingChecked", payload: { drifted: 2, unknown: 1, customers: 2 } },
  ];
  expect(await told(database)).toEqual(expected.map((row) => JSON.stringify(row)).toSorted());

  for (const id of [changed, missed]) await sync(id);
  expect(await check(db)).toEqual({ customers: 3, drifted: 0, unknown: 1 });
  await locks.close();
});

test("somebody whom the provider does not know differs, and keeps nobody else from being read", async ({
  db,
  database,
}) => {
  await insertCustomer(db, { id: "cus_0_gone" });
  await database.query(
    `insert into subscriptions (id, customer_id, status, cancel_at_period_end, created_at)
     values ('sub_gone', 'cus_0_gone', 'active', false, now())`,
  );
  expect(await check(db)).toMatchObject({ customers: 1, drifted: 1 });
  expect(await told(database)).toContain(
    JSON.stringify({
      type: "BillingDriftFound",
      payload: { drifts: ["customer"], customerId: "cus_0_gone" },
    }),
  );
});
