import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect } from "vitest";
import { DAY_MS } from "#contracts/durations.ts";
import { customers } from "#db/schema/billing.ts";
import {
  createSubscriptionFor,
  customerWithCard,
  type Running,
  startForTest,
} from "../../tests/stack/stripe/start-for-test.ts";
import {
  insertAccountRow,
  insertCheckoutSession,
  insertCustomer,
  insertSubscription,
} from "../../tests/support/customer-rows.ts";
import { test } from "../../tests/support/database.ts";
import { deleteUnusedCustomers } from "./clean-ups.ts";

let provider: Running;

beforeAll(async () => {
  provider = await startForTest();
});
afterAll(() => provider.stop());

test("guest's customer without a purchase: deleted after 30 days, here and at Stripe, unless a payment page is open", async ({
  db,
}) => {
  const { stripe } = provider;
  const create = async () => (await customerWithCard(provider)).id;
  const unused = await create();
  await insertCustomer(db, { id: unused });
  await insertCheckoutSession(db, { id: "chk_1", customerId: unused });
  const saved = await create();
  await insertCustomer(db, { id: saved });
  await insertSubscription(db, { id: "sub_1", customerId: saved, status: "canceled" });
  const owned = await create();
  const userId = await insertAccountRow(db, { email: "ada@shop.example", isProven: true });
  await insertCustomer(db, { id: owned, userId });
  const sold = await create();
  await insertCustomer(db, { id: sold });
  const price = await createSubscriptionFor(provider, { name: "Hand-made", pence: 97_00 });
  await stripe.subscriptions.create({ customer: sold, items: [{ price: price.id }] });
  await insertCustomer(db, { id: "cus_missing_at_stripe" });
  const visiting = await create();
  await insertCustomer(db, { id: visiting });
  await insertCheckoutSession(db, {
    id: "chk_2",
    customerId: visiting,
    expiresAt: new Date(Date.now() + 32 * DAY_MS).toISOString(),
  });

  const runAfter = (days: number) =>
    deleteUnusedCustomers({ db, stripe, now: () => new Date(Date.now() + days * DAY_MS) }).run();
  expect(await runAfter(29)).toEqual({ deleted: 0 });
  expect(await runAfter(31)).toEqual({ deleted: 2 });
  expect(await runAfter(31)).toEqual({ deleted: 0 });
  const left = await db
    .select({ id: customers.id })
    .from(customers)
    .orderBy(sql`created_at`);
  expect(left.map(({ id }) => id)).toEqual([saved, owned, sold, visiting]);
  expect(await stripe.customers.retrieve(unused)).toMatchObject({ deleted: true });
  for (const id of [sold, visiting]) {
    expect(await stripe.customers.retrieve(id)).not.toHaveProperty("deleted");
  }
});
