import { expect } from "vitest";
import { PLANS } from "#contracts/catalogue.ts";
import type { Db } from "#db/client.ts";
import { type CheckoutState, checkoutSessions, orders } from "#db/schema/billing.ts";
import {
  insertAccountRow,
  insertCustomer,
  insertSubscription,
} from "../../tests/support/billing.ts";
import { test } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/event-path.ts";
import { loadPurchaseConversion } from "./load-purchase-conversion.ts";

const PLUS = PLANS[1].priceId;
const BOUGHT = { customerId: "cus_1", subscriptionId: "sub_1", priceIds: [PLUS] };
const EXPIRES_AT = "2026-11-21T12:00:00.000Z";

const conversionOf = (page: string) => ({
  consent_version: "2026-11",
  consented_at: "2026-11-20T11:59:00.000Z",
  page_url: `https://tidepost.example/${page}`,
  user_agent: "Mozilla/5.0",
});

async function customer(db: Db): Promise<void> {
  const userId = await insertAccountRow(db, { email: "ada@shop.example", isProven: true });
  await insertCustomer(db, { id: "cus_1", userId });
  await insertSubscription(db, { id: "sub_1", customerId: "cus_1", userId });
}

async function visit(
  db: Db,
  at: string,
  given: { page: string | null; state?: CheckoutState; priceIds?: string[] },
): Promise<void> {
  await db.insert(checkoutSessions).values({
    id: newId("checkout"),
    ownerKey: `guest:${at}`,
    basketHash: at,
    priceIds: given.priceIds ?? [PLUS],
    customerId: "cus_1",
    state: given.state ?? "open",
    createdAt: `2026-11-20T${at}:00.000Z`,
    expiresAt: EXPIRES_AT,
    conversion: given.page === null ? null : conversionOf(given.page),
  });
}

test("what may be told stands beside the last page for these prices that was not closed", async ({
  db,
}) => {
  await customer(db);
  await visit(db, "09:00", { page: "first", state: "complete" });
  await visit(db, "10:00", { page: "paid", state: "complete" });
  await visit(db, "11:00", { page: "other-basket", priceIds: [PLANS[0].priceId] });
  await visit(db, "12:00", { page: "closed", state: "expired" });
  expect(await loadPurchaseConversion(db, BOUGHT)).toEqual({
    conversion: conversionOf("paid"),
    email: "ada@shop.example",
    order_id: "in_1",
  });
});

test("a consent of another time does not hold", async ({ db }) => {
  await customer(db);
  await visit(db, "09:00", { page: "first", state: "complete" });
  await visit(db, "10:00", { page: null });
  expect(await loadPurchaseConversion(db, BOUGHT)).toMatchObject({ conversion: null });
});

test("the order is the subscription's first that was paid, also once the money is back", async ({
  db,
}) => {
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
  expect(await loadPurchaseConversion(db, BOUGHT)).toMatchObject({ order_id: "in_first" });
});

test("of somebody who is not there nothing is told", async ({ db }) => {
  expect(await loadPurchaseConversion(db, BOUGHT)).toEqual({
    conversion: null,
    email: null,
    order_id: null,
  });
});
