import { expect } from "vitest";
import type { Db } from "#db/client.ts";
import { subscriptionRequests } from "#db/schema/billing.ts";
import { syncCustomer } from "#db/stripe/sync-customer.ts";
import { insertCustomer } from "../../tests/support/customer-rows.ts";
import { test as base } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { stripeReader } from "../../tests/support/stripe-reader.ts";
import { recordPaymentReminders } from "./due-notices.ts";

// The orders of the reader are of 20 November at noon.
const SYNCED = () => new Date("2026-11-20T13:00:00Z");

async function pastDue(db: Db) {
  const reader = stripeReader();
  const deps = { db, stripe: reader.stripe, makeId: newId, now: SYNCED, correlationId: "req_1" };
  const sync = () => syncCustomer(deps, { customerId: "cus_1", stripeEventId: null });
  await insertCustomer(db, { id: "cus_1" });
  const invoice = { id: "in_1", customer: "cus_1", subscription: "sub_1", amount: 77_60 };
  const put = async (status: "past_due" | "active" | "canceled") => {
    reader.put({ id: "sub_1", customer: "cus_1", status });
    reader.putInvoice({ ...invoice, status: status === "active" ? "paid" : "open" });
    await sync();
  };
  await put("past_due");
  return { put };
}

const test = base.extend<{ remind: (day: string) => Promise<Readonly<Record<string, number>>> }>({
  remind: async ({ db }, use) => {
    await use((day) => {
      const now = () => new Date(`${day}T12:00:00Z`);
      return recordPaymentReminders({ db, makeId: newId, now }).run();
    });
  },
});

const NONE = { reminded: 0 };
const ONE = { reminded: 1 };

test("open payment: one reminder on days 3, 7 and 12, with the sum of its order", async ({
  db,
  database,
  remind,
}) => {
  await pastDue(db);
  expect(await remind("2026-11-22")).toEqual(NONE);
  for (const day of ["2026-11-23", "2026-11-27", "2026-12-02"]) {
    expect(await remind(day)).toEqual(ONE);
    expect(await remind(day)).toEqual(NONE);
  }
  expect(await remind("2026-12-20")).toEqual(NONE);
  const { rows } = await database.query(
    `select payload->'orderId' as order, payload->'duePence' as due, payload->'day' as day
     from outbox_events where type in ('PaymentFailed', 'PaymentOverdue') order by occurred_at`,
  );
  const due = { order: "in_1", due: 77_60 };
  expect(rows).toEqual([
    { ...due, day: null },
    { ...due, day: 3 },
    { ...due, day: 7 },
    { ...due, day: 12 },
  ]);
});

test("no worker ran for days: one reminder, of the last day that passed", async ({
  db,
  database,
  remind,
}) => {
  await pastDue(db);
  expect(await remind("2026-11-29")).toEqual(ONE);
  expect(await remind("2026-11-29")).toEqual(NONE);
  const { rows } = await database.query(
    "select payload->'day' as day from outbox_events where type = 'PaymentOverdue'",
  );
  expect(rows).toEqual([{ day: 7 }]);
});

for (const status of ["active", "canceled"] as const) {
  test(`${status} meanwhile: no further reminder`, async ({ db, remind }) => {
    const { put } = await pastDue(db);
    expect(await remind("2026-11-23")).toEqual(ONE);
    await put(status);
    expect(await remind("2026-11-27")).toEqual(NONE);
  });
}

test("cancelled by its user meanwhile: no further reminder", async ({ db, remind }) => {
  await pastDue(db);
  await db.insert(subscriptionRequests).values({
    id: newId("subscriptionRequest"),
    subscriptionId: "sub_1",
    kind: "cancel",
    monthlyPence: 97_00,
    state: "pending",
    requestedAt: "2026-11-21T12:00:00Z",
  });
  expect(await remind("2026-11-23")).toEqual(NONE);
});
