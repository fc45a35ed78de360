import { eq } from "drizzle-orm";
import { expect } from "vitest";
import type { Db } from "#db/client.ts";
import { customers, orders } from "#db/schema/billing.ts";
import {
  insertAccountRow,
  insertCustomer,
  insertSubscription,
} from "../../tests/support/customer-rows.ts";
import { test } from "../../tests/support/database.ts";
import { findPurchase } from "./find-purchases.ts";

const ADA = "ada@shop.example";
const BOUGHT = "2026-11-20T12:00:00.000Z";
const ENDED = {
  status: "canceled",
  createdAt: "2026-08-20T12:00:00.000Z",
  endedAt: "2026-11-20T11:58:00.000Z",
} as const;

/** The earlier subscription and the one that is bought, of two Stripe customers unless told. */
async function returnWith(
  db: Db,
  earlier: { customer?: object; subscription?: object; isSameCustomer?: boolean } = {},
) {
  await insertCustomer(db, { id: "cus_1", email: ADA, ...earlier.customer });
  const customerId = earlier.isSameCustomer === true ? "cus_1" : "cus_2";
  if (customerId === "cus_2") await insertCustomer(db, { id: "cus_2", email: ADA });
  await insertSubscription(db, {
    id: "sub_1",
    customerId: "cus_1",
    ...ENDED,
    ...earlier.subscription,
  });
  await insertSubscription(db, { id: "sub_2", customerId, createdAt: BOUGHT });
}

const wasCustomerBefore = async (db: Db, subscriptionId: string, viewerId: string | null = null) =>
  (await findPurchase(db, { subscriptionId, viewerId }))?.wasCustomerBefore;

const payWith = (db: Db, subscriptionId: string, cardFingerprint: string) =>
  db.update(orders).set({ cardFingerprint }).where(eq(orders.subscriptionId, subscriptionId));

test.for([
  ["paid for an ended one", {}, true],
  ["that never was paid for", { paidAt: null, status: "incomplete_expired" }, false],
  ["that still runs: paid twice", { status: "active", endedAt: null, duplicateOf: "sub_2" }, false],
  ["that ended only after the purchase", { endedAt: "2026-11-20T12:01:00.000Z" }, false],
] as const)("same customer, %s: %j", async ([, subscription, expected], { db }) => {
  await returnWith(db, { subscription, isSameCustomer: true });
  expect(await wasCustomerBefore(db, "sub_2")).toBe(expected);
  expect(await wasCustomerBefore(db, "sub_1")).toBe(false);
});

test("guest with the card of an ended subscription, under another address: was a customer", async ({
  db,
}) => {
  await returnWith(db, { customer: { email: "old@shop.example" } });
  await payWith(db, "sub_1", "fp_1");
  await payWith(db, "sub_2", "fp_1");
  expect(await wasCustomerBefore(db, "sub_2")).toBe(true);
});

test("guest who typed a former customer's address, with another card: learns nothing", async ({
  db,
}) => {
  await returnWith(db);
  await payWith(db, "sub_1", "fp_1");
  await payWith(db, "sub_2", "fp_2");
  expect(await wasCustomerBefore(db, "sub_2")).toBe(false);
});

test("user with an ended subscription of another customer of theirs: told to that user only", async ({
  db,
}) => {
  const userId = await insertAccountRow(db, { email: ADA, isProven: true });
  await returnWith(db, { customer: { email: "old@shop.example" } });
  await db.update(customers).set({ userId, guestKey: null });
  expect(await wasCustomerBefore(db, "sub_2", userId)).toBe(true);
  expect(await wasCustomerBefore(db, "sub_2")).toBe(false);
});

test.for([
  ["proven", true],
  ["unproven", false],
] as const)(
  "user with a %s address under which a guest paid before: %j",
  async ([, isProven], { db }) => {
    const userId = await insertAccountRow(db, { email: ADA, isProven });
    await returnWith(db);
    await insertCustomer(db, { id: "cus_3", email: "new@shop.example", userId });
    await insertSubscription(db, { id: "sub_3", customerId: "cus_3", createdAt: BOUGHT, userId });
    expect(await wasCustomerBefore(db, "sub_3", userId)).toBe(isProven);
  },
);
