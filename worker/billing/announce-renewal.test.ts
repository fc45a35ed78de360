import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect } from "vitest";
import {
  createSubscriptionFor,
  customerWithCard,
  type Running,
  startForTest,
} from "../../tests/stack/stripe/start-for-test.ts";
import { PLAN } from "../../tests/support/catalogue.ts";
import { insertCustomer } from "../../tests/support/customer-rows.ts";
import { type TestDatabase, test } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/pipeline.ts";
import type { AnnounceRenewalDeps } from "./announce-renewal.ts";
import { createStripeActions } from "./stripe-actions.ts";

let emulator: Running;
let price: string;

beforeAll(async () => {
  emulator = await startForTest();
  const { name, pricePence: pence, priceId: lookupKey } = PLAN.starter;
  ({ id: price } = await createSubscriptionFor(emulator, { name, pence, lookupKey }));
});
afterAll(() => emulator.stop());

async function subscriber({ db, query }: TestDatabase, discountMonths: number | null = null) {
  const { stripe } = emulator;
  const { id: customerId } = await customerWithCard(emulator);
  await insertCustomer(db, { id: customerId });
  const coupon =
    discountMonths === null
      ? null
      : await stripe.coupons.create({
          percent_off: 20,
          duration: "repeating",
          duration_in_months: discountMonths,
        });
  const { id: subscriptionId } = await stripe.subscriptions.create({
    customer: customerId,
    items: [{ price }],
    ...(coupon !== null && { discounts: [{ coupon: coupon.id }] }),
  });
  const announce = (renewalNotices: AnnounceRenewalDeps["renewalNotices"] = "changed") =>
    createStripeActions({
      db,
      stripe,
      locks: { hold: (_, work) => work(), close: () => Promise.resolve() },
      makeId: newId,
      now: () => new Date(),
      renewalNotices,
    }).announceRenewal({
      customerId,
      subscriptionId,
      stripeEventId: `evt_${randomUUID()}`,
      correlationId: "req_1",
    });
  const listNotices = async () => {
    const { rows } = await query<{ due: number; last: number }>(
      `select payload->'duePence' as due, payload->'lastPence' as last
       from outbox_events where type = 'RenewalAnnounced'`,
    );
    return rows;
  };
  return { subscriptionId, announce, listNotices };
}

test("sum of the last payment: announced only if each renewal is", async ({ database }) => {
  const { announce, listNotices } = await subscriber(database);
  await announce();
  expect(await listNotices()).toEqual([]);
  await announce("all");
  expect(await listNotices()).toEqual([{ due: 97_00, last: 97_00 }]);
});

test("discount that ends: the renewal is announced once, with the sum of Stripe's upcoming invoice", async ({
  database,
}) => {
  const { announce, listNotices, subscriptionId } = await subscriber(database, 1);
  const { amount_due: due } = await emulator.stripe.invoices.createPreview({
    subscription: subscriptionId,
  });
  await Promise.all([announce(), announce()]);
  await announce();
  expect(await listNotices()).toEqual([{ due, last: 77_60 }]);
});

test("subscription that ends with its period: nothing is announced", async ({ database }) => {
  const { announce, listNotices, subscriptionId } = await subscriber(database, 1);
  await emulator.stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true });
  await announce("all");
  expect(await listNotices()).toEqual([]);
});
