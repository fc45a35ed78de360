import { randomUUID } from "node:crypto";
import type { Stripe } from "stripe";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { itemsKey } from "#contracts/billing/subscription-transitions.ts";
import { DAY_MS } from "#contracts/durations.ts";
import { findSubscriptionById } from "#db/billing/find-subscriptions.ts";
import { paymentsOf } from "#db/billing/subscription-facts.ts";
import { idOf } from "#db/stripe/id-of.ts";
import { CATALOGUE_METADATA } from "#db/stripe/metadata-keys.ts";
import {
  createSubscriptionFor,
  customerWithCard,
  type Running,
  startForTest,
} from "../../tests/stack/stripe/start-for-test.ts";
import { PLAN } from "../../tests/support/catalogue.ts";
import { insertCustomer } from "../../tests/support/customer-rows.ts";
import { type TestDatabase, test } from "../../tests/support/database.ts";
import { newId, stripeActionsWith } from "../../tests/support/pipeline.ts";
import { announcePriceChanges } from "./announce-price-changes.ts";

const { plus: PLUS } = PLAN;
const MONTH = { interval: "month", interval_count: 1 } as const;

let emulator: Running;
let old: Stripe.Price;
let current: Stripe.Price;

beforeAll(async () => {
  emulator = await startForTest();
  const { stripe } = emulator;
  const lookupKey = PLUS.priceId;
  old = await createSubscriptionFor(emulator, { name: PLUS.name, pence: 150_00, lookupKey });
  await stripe.prices.update(old.id, {
    metadata: { ...CATALOGUE_METADATA, price_id: lookupKey },
  });
  current = await stripe.prices.create({
    product: typeof old.product === "string" ? old.product : old.product.id,
    currency: "gbp",
    unit_amount: PLUS.pricePence,
    recurring: { interval: "month" },
    lookup_key: lookupKey,
    transfer_lookup_key: true,
    metadata: { price_id: lookupKey },
  });
});
afterAll(() => emulator.stop());

type Announce = {
  isDryRun?: boolean;
  only?: readonly string[];
  except?: readonly string[];
  print?: (line: string) => void;
};

async function subscriber({ db, query }: TestDatabase, priceId = old.id) {
  const { stripe } = emulator;
  const { id: customerId } = await customerWithCard(emulator);
  await insertCustomer(db, { id: customerId });
  const coupon = await stripe.coupons.create({ percent_off: 20, duration: "forever" });
  const { id: subscriptionId } = await stripe.subscriptions.create({
    customer: customerId,
    items: [{ price: priceId }],
    discounts: [{ coupon: coupon.id }],
  });
  const stripeActions = stripeActionsWith({ db }, stripe);
  const input = { customerId, subscriptionId, correlationId: "req_1" };
  await stripeActions.sync({ ...input, stripeEventId: null });
  return {
    customerId,
    announce: (
      daysAgo: number,
      { isDryRun = false, only = [], except = [], print = () => undefined }: Announce = {},
    ) => {
      const now = () => new Date(Date.now() - daysAgo * DAY_MS);
      const given = { isDryRun, only, except, print };
      return announcePriceChanges({ db, stripe, makeId: newId, now, ...given });
    },
    renewalIsNear: () =>
      stripeActions.announceRenewal({ ...input, stripeEventId: `evt_${randomUUID()}` }),
    readPrice: async () => {
      const { items, discounts } = await stripe.subscriptions.retrieve(subscriptionId);
      return { price: items.data[0]?.price.id, discounts: discounts.length };
    },
    countInvoices: async () =>
      (await stripe.invoices.list({ subscription: subscriptionId })).data.length,
    readNotices: async () => {
      const { rows } = await query<{ type: string; due: number; last: number }>(
        `select type, payload->'duePence' as due, payload->'lastPence' as last from outbox_events
         where type in ('PriceChangeAnnounced', 'RenewalAnnounced') order by occurred_at`,
      );
      return rows;
    },
    readPayments: async () => {
      const row = await findSubscriptionById(db, subscriptionId);
      return row === null ? [] : paymentsOf(row).map(({ pence }) => pence);
    },
    subscriptionId,
  };
}

const NOTICE = { type: "PriceChangeAnnounced", due: 140_00, last: 120_00 };

test("old price: announced once, and charged from the first renewal after 30 days, with discounts and without proration", async ({
  database,
}) => {
  const ada = await subscriber(database);
  expect(await ada.announce(5, { isDryRun: true })).toBe(1);
  expect(await ada.readNotices()).toEqual([]);
  expect(await ada.announce(5)).toBe(1);
  expect(await ada.announce(0)).toBe(0);
  expect(await ada.readNotices()).toEqual([NOTICE]);
  expect(await ada.readPrice()).toEqual({ price: old.id, discounts: 1 });

  await ada.renewalIsNear();
  await ada.renewalIsNear();
  expect(await ada.readPrice()).toEqual({ price: current.id, discounts: 1 });
  expect(await ada.countInvoices()).toBe(1);
  expect(await ada.readNotices()).toEqual([
    NOTICE,
    { type: "RenewalAnnounced", due: 140_00, last: 120_00 },
  ]);
  expect(await ada.announce(0)).toBe(0);
});

test("renewal within 30 days of the notice: has the old price", async ({ database }) => {
  const ada = await subscriber(database);
  await ada.announce(-10);
  await ada.renewalIsNear();
  expect(await ada.readPrice()).toEqual({ price: old.id, discounts: 1 });
  expect(await ada.readNotices()).toEqual([NOTICE]);
});

test("announced price: the payments to come have it from the first renewal after the notice", async ({
  database,
}) => {
  const ada = await subscriber(database);
  expect(await ada.readPayments()).toEqual([120_00]);
  await ada.announce(-10);
  expect(await ada.readPayments()).toEqual([120_00, 140_00]);
});

test("scheduled change: the announced price waits until it has begun, and not for the end of its schedule", async ({
  database,
}) => {
  const ada = await subscriber(database);
  await ada.announce(5);
  const { subscriptionSchedules: schedules } = emulator.stripe;
  const { id, phases } = await schedules.create({ from_subscription: ada.subscriptionId });
  const [{ start_date: start, end_date: end } = { start_date: 0, end_date: 0 }] = phases;
  const items = [{ price: old.id }];
  const metadata = { booked_on: itemsKey([PLUS]) };
  const now = { items, start_date: start, end_date: end };
  await schedules.update(id, { metadata, phases: [now, { items, duration: MONTH }] });
  await ada.renewalIsNear();
  expect(await ada.readPrice()).toMatchObject({ price: old.id });

  await schedules.update(id, { metadata, phases: [now] });
  await ada.renewalIsNear();
  expect(await ada.readPrice()).toMatchObject({ price: current.id });
  expect(await schedules.retrieve(id)).toMatchObject({ status: "released" });
});

test("announced price that returns to the old sum: the customer is told once, and the payments to come stay", async ({
  database,
}) => {
  const { stripe } = emulator;
  const ada = await subscriber(database);
  await ada.announce(5);
  const product = typeof current.product === "string" ? current.product : current.product.id;
  const lookup = { lookup_key: PLUS.priceId, transfer_lookup_key: true };
  const returned = await stripe.prices.create({
    product,
    currency: "gbp",
    unit_amount: 150_00,
    recurring: { interval: "month" },
    ...lookup,
  });
  await stripe.prices.update(current.id, { active: false });
  onTestFinished(async () => {
    await stripe.prices.update(current.id, { active: true, ...lookup });
  });
  expect(await ada.announce(4)).toBe(1);
  expect(await ada.announce(0)).toBe(0);
  expect(await ada.readNotices()).toEqual([NOTICE, { ...NOTICE, due: 120_00 }]);
  expect(await ada.readPayments()).toEqual([120_00]);
  await ada.renewalIsNear();
  expect(await ada.readPrice()).toMatchObject({ price: returned.id });
});

test("Stripe's notice of the renewal was lost: the listing says so, and --yes applies the announced price", async ({
  database,
}) => {
  const ada = await subscriber(database);
  await ada.announce(40);
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  await ada.announce(0, { isDryRun: true, print });
  expect(lines[0]).toContain("and not taken since; --yes applies it");
  expect(await ada.readPrice()).toMatchObject({ price: old.id });
  await ada.announce(0, { print });
  expect(lines[1]).toContain("and not taken since; applied");
  expect(await ada.readPrice()).toMatchObject({ price: current.id });
});

test("price that was not announced: nobody is moved to it", async ({ database }) => {
  const ada = await subscriber(database);
  await ada.renewalIsNear();
  expect(await ada.readPrice()).toEqual({ price: old.id, discounts: 1 });
});

test("ending subscription: is not told of a new price", async ({ database }) => {
  const ada = await subscriber(database);
  await database.query("update subscriptions set cancel_at_period_end = true");
  expect(await ada.announce(0)).toBe(0);
});

test("killed while announcing: the next run mails the others only", async ({ database }) => {
  await subscriber(database);
  const grace = await subscriber(database);
  await grace.announce(5);
  await database.query("delete from price_changes where subscription_id = $1", [
    grace.subscriptionId,
  ]);
  await database.query(
    "delete from outbox_events where type = 'PriceChangeAnnounced' and payload->>'subscriptionId' = $1",
    [grace.subscriptionId],
  );
  expect(await grace.announce(4)).toBe(1);
  expect(await grace.readNotices()).toEqual([NOTICE, NOTICE]);
});

test("one whose price cannot be read: the others are told, and it is named", async ({
  database,
}) => {
  const gone = await subscriber(database);
  const ben = await subscriber(database);
  await database.query(
    "update subscription_items set stripe_price_id = 'price_gone' where subscription_id = $1",
    [gone.subscriptionId],
  );
  const told = [NOTICE];
  for (const daysAgo of [5, 4]) {
    await expect(ben.announce(daysAgo)).rejects.toMatchObject({
      name: "SomeFailed",
      ids: [gone.subscriptionId],
    });
    expect(await ben.readNotices()).toEqual(told);
  }
});

test("some of them: by subscription, customer or price, or all but those", async ({ database }) => {
  const [ada, ben, cleo] = [
    await subscriber(database),
    await subscriber(database),
    await subscriber(database),
  ];
  const count = (given: Announce) => ada.announce(5, { ...given, isDryRun: true });
  expect(await count({ only: [ada.subscriptionId] })).toBe(1);
  expect(await count({ only: [ada.subscriptionId, ben.customerId] })).toBe(2);
  expect(await count({ only: [old.id] })).toBe(3);
  expect(await count({ only: ["price_other"] })).toBe(0);
  expect(await count({ except: [ada.subscriptionId, ben.customerId] })).toBe(1);
  expect(await count({ except: [old.id] })).toBe(0);
  expect(await count({ only: [old.id], except: [cleo.customerId] })).toBe(2);
  expect(await ada.announce(5, { except: [cleo.subscriptionId] })).toBe(2);
  expect(await ada.announce(0)).toBe(1);
});

test("price made by hand: listed, and moved only when it is named", async ({ database }) => {
  const byHand = await emulator.stripe.prices.create({
    product: idOf(old.product),
    currency: "gbp",
    unit_amount: 120_00,
    recurring: { interval: "month" },
    metadata: { price_id: PLUS.priceId },
  });
  await subscriber(database);
  const ada = await subscriber(database, byHand.id);
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  expect(await ada.announce(0, { isDryRun: true, print })).toBe(1);
  expect(lines).toContainEqual(
    `${ada.subscriptionId}: pays ${byHand.id}, which was made by hand; --only ${byHand.id} moves it`,
  );
  expect(await ada.announce(0, { only: [ada.subscriptionId, ada.customerId] })).toBe(0);
  expect(await ada.announce(5)).toBe(1);
  expect(await ada.announce(5, { only: [byHand.id] })).toBe(1);
  expect((await ada.readNotices()).map(({ last }) => last)).toEqual(
    expect.arrayContaining([120_00, 96_00]),
  );
  await ada.renewalIsNear();
  expect(await ada.readPrice()).toMatchObject({ price: current.id });
});
