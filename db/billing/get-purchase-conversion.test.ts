import { expect } from "vitest";
import type { Db } from "#db/client.ts";
import { orders } from "#db/schema/billing.ts";
import {
  CONSENTED,
  insertCheckoutSession,
  insertSubscriber,
} from "../../tests/support/customer-rows.ts";
import { test } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { getPurchaseConversion } from "./find-purchases.ts";

const VISIT = newId("checkout");
const BOUGHT = { customerId: "cus_1", subscriptionId: "sub_1", checkoutId: VISIT };

async function customer(db: Db): Promise<void> {
  await insertSubscriber(db);
}

test("conversion data belongs to its own checkout session only", async ({ db }) => {
  await customer(db);
  const conversion = { ...CONSENTED, fbp: "fb.1.1596403881668.1116446470" };
  await insertCheckoutSession(db, { id: VISIT, customerId: "cus_1", conversion });
  await insertCheckoutSession(db, { id: newId("checkout"), customerId: "cus_1" });
  expect(await getPurchaseConversion(db, BOUGHT)).toEqual({
    conversion,
    email: "ada@shop.example",
    orderId: "in_1",
  });
});

test("consent of another checkout session does not count", async ({ db }) => {
  await customer(db);
  await insertCheckoutSession(db, { id: VISIT, customerId: "cus_1", conversion: null });
  await insertCheckoutSession(db, { id: newId("checkout"), customerId: "cus_1" });
  expect(await getPurchaseConversion(db, BOUGHT)).toMatchObject({ conversion: null });
});

test("the order is the subscription's first paid one, refunded or not", async ({ db }) => {
  await customer(db);
  const order = (id: string, at: string, status: typeof orders.$inferInsert.status) => ({
    id,
    customerId: "cus_1",
    subscriptionId: "sub_1",
    status,
    amountPence: 175_00,
    currency: "gbp",
    orderedAt: at,
  });
  await db
    .insert(orders)
    .values([
      order("in_void", "2026-11-20T09:00:00.000Z", "void"),
      order("in_first", "2026-11-20T10:00:00.000Z", "refunded"),
      order("in_second", "2026-12-20T10:00:00.000Z", "completed"),
    ]);
  expect(await getPurchaseConversion(db, BOUGHT)).toMatchObject({ orderId: "in_first" });
});

test("purchase of an unknown customer: neither consent nor email nor order", async ({ db }) => {
  expect(await getPurchaseConversion(db, BOUGHT)).toEqual({
    conversion: null,
    email: null,
    orderId: null,
  });
});
