import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import type { Db } from "#db/client.ts";
import { customers, orders } from "#db/schema/billing.ts";
import { AD_PLAN, PLAN } from "../../tests/support/catalogue.ts";
import {
  insertAccountRow,
  insertCustomer,
  insertSubscription,
} from "../../tests/support/customer-rows.ts";
import { test, type TestDatabase } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { isReturningCustomer } from "./find-customers.ts";
import { recordSecondSubscriptions } from "./record-second-subscriptions.ts";

const ADA = "ada@shop.example";
const CONTEXT = { makeId: newId, now: () => new Date(), correlationId: null };
const EARLIER = "2026-10-20T12:00:00.000Z";

const find = (db: Db, id: string) => recordSecondSubscriptions(db, CONTEXT, id);

const marksOf = async ({ query }: TestDatabase) =>
  (await query("select id, second_of from subscriptions where second_of is not null")).rows;

async function pair(
  db: Db,
  first: { email?: string | null; userId?: string; subscription?: object } = {},
  second: { email?: string | null; userId?: string; subscription?: object } = {},
) {
  await insertCustomer(db, { id: "cus_1", email: ADA, ...first });
  await insertCustomer(db, { id: "cus_2", email: ADA, ...second });
  const changes = [first.subscription, second.subscription];
  await insertSubscription(db, {
    id: "sub_1",
    customerId: "cus_1",
    createdAt: EARLIER,
    ...changes[0],
  });
  await insertSubscription(db, { id: "sub_2", customerId: "cus_2", ...changes[1] });
}

describe("two guests with one address", () => {
  test("both effects at once: the later subscription is marked, with one event", async ({
    db,
    database,
  }) => {
    await pair(db);
    const found = await Promise.all([find(db, "sub_2"), find(db, "sub_1"), find(db, "sub_2")]);
    expect(found.flat()).toEqual(["sub_2"]);
    expect(await marksOf(database)).toEqual([{ id: "sub_2", second_of: "sub_1" }]);
    const { rows } = await database.query("select type, aggregate_id, payload from outbox_events");
    expect(rows).toMatchObject([
      {
        type: "SecondSubscriptionFound",
        aggregate_id: "cus_2",
        payload: { customerId: "cus_2", subscriptionId: "sub_2", firstSubscriptionId: "sub_1" },
      },
    ]);
  });

  test("the first one saved last: marks the later one all the same", async ({ db, database }) => {
    await pair(db);
    expect(await find(db, "sub_1")).toEqual(["sub_2"]);
    expect(await marksOf(database)).toHaveLength(1);
  });
});

test("two guests with one mailbox, by another +tag or case: marked", async ({ db }) => {
  await pair(db, { email: "ada+books@shop.example" }, { email: "ADA+2@SHOP.example" });
  expect(await find(db, "sub_2")).toEqual(["sub_2"]);
});

describe("one card under two addresses", () => {
  const BOB = { email: "bob@shop.example" };
  const payBoth = (db: Db) => db.update(orders).set({ cardFingerprint: "fp_1" });

  test.for([
    ["a guest", false],
    ["an account", true],
  ] as const)("%s, then a guest: marked", async ([, isAccount], { db }) => {
    const userId = isAccount ? await insertAccountRow(db, { email: ADA, isProven: true }) : null;
    await pair(db, userId === null ? {} : { userId }, BOB);
    await payBoth(db);
    expect(await find(db, "sub_1")).toEqual(["sub_2"]);
  });

  test("then an account: none is marked, since it may be of another business", async ({ db }) => {
    const userId = await insertAccountRow(db, { ...BOB, isProven: true });
    await pair(db, {}, { ...BOB, userId });
    await payBoth(db);
    expect([await find(db, "sub_1"), await find(db, "sub_2")].flat()).toEqual([]);
  });

  test("another card, or an order without one: none is marked", async ({ db }) => {
    await pair(db, {}, BOB);
    expect(await find(db, "sub_2")).toEqual([]);
    await payBoth(db);
    await db.update(orders).set({ cardFingerprint: "fp_2" }).where(eq(orders.customerId, "cus_1"));
    expect(await find(db, "sub_2")).toEqual([]);
  });
});

test("a guest with an account's unproven address: marked", async ({ db }) => {
  const userId = await insertAccountRow(db, { email: ADA, isProven: false });
  await pair(db, { email: "old@shop.example", userId });
  expect(await find(db, "sub_2")).toEqual(["sub_2"]);
});

test("one owner: left to the sync, which ends a duplicate", async ({ db }) => {
  const userId = await insertAccountRow(db, { email: ADA, isProven: true });
  await pair(db, { userId });
  await db.update(customers).set({ userId });
  expect(await find(db, "sub_2")).toEqual([]);
});

test.for([
  ["of another address", { email: "bob@shop.example" }],
  ["of a customer without an address", { email: null }],
  ["of an erased customer", { email: ERASED_EMAIL }],
  ["that is set to end", { subscription: { cancelAtPeriodEnd: true } }],
  ["that has ended", { subscription: { status: "canceled" } }],
  ["that is a duplicate", { subscription: { duplicateOf: "sub_9" } }],
  ["to an ads plan", { subscription: { priceIds: [AD_PLAN.starter.priceId] } }],
] as const)("a subscription %s: none is marked", async ([, change], { db, database }) => {
  await pair(db, change, "email" in change && change.email !== "bob@shop.example" ? change : {});
  expect([await find(db, "sub_1"), await find(db, "sub_2")].flat()).toEqual([]);
  expect(await marksOf(database)).toEqual([]);
});

describe("a returning customer", () => {
  const ENDED = { status: "canceled", endedAt: "2026-11-01T12:00:00.000Z" } as const;

  test.for([
    ["paid before with the same address", {}, true],
    ["never paid for the first one", { paidAt: null, status: "incomplete_expired" }, false],
  ] as const)("%s", async ([, change, expected], { db }) => {
    await pair(db, { subscription: { ...ENDED, ...change } });
    expect(await isReturningCustomer(db, "sub_2")).toBe(expected);
    expect(await isReturningCustomer(db, "sub_1")).toBe(false);
  });

  test("had the first one under another address of the account", async ({ db }) => {
    const userId = await insertAccountRow(db, { email: ADA, isProven: true });
    await insertCustomer(db, { id: "cus_1", email: "old@shop.example", userId });
    await insertCustomer(db, { id: "cus_2", email: ADA });
    await insertSubscription(db, {
      id: "sub_1",
      customerId: "cus_1",
      createdAt: EARLIER,
      ...ENDED,
    });
    await insertSubscription(db, {
      id: "sub_2",
      customerId: "cus_2",
      priceIds: [PLAN.starter.priceId],
    });
    expect(await isReturningCustomer(db, "sub_2")).toBe(true);
  });
});
