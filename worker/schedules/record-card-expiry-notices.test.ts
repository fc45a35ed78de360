import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { subscriptionRequests, subscriptions } from "#db/schema/billing.ts";
import { syncCustomer } from "#db/stripe/sync-customer.ts";
import { ADDON, PLAN } from "../../tests/support/catalogue.ts";
import { insertCustomer } from "../../tests/support/customer-rows.ts";
import { test } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { stripeReader } from "../../tests/support/stripe-reader.ts";
import { recordCardExpiryNotices } from "./due-notices.ts";

test("card that expires this month: causes one event, for a subscription that renews", async ({
  db,
  database,
}) => {
  const provider = stripeReader();
  // The emulator's cards expire in December 2030.
  const now = () => new Date("2030-12-03T09:10:00Z");
  const deps = { db, stripe: provider.stripe, makeId: newId, now, correlationId: "req_1" };
  const begin = async (id: string, change: Partial<Parameters<typeof provider.put>[0]> = {}) => {
    await insertCustomer(db, { id: `cus_${id}` });
    provider.put({ ...change, id: `sub_${id}`, customer: `cus_${id}` });
    await syncCustomer(deps, { customerId: `cus_${id}`, stripeEventId: null });
  };
  await begin("1", { priceIds: [ADDON.channel.priceId, PLAN.starter.priceId] });
  await begin("ending", { isEnding: true });
  await begin("leaving");
  await db.insert(subscriptionRequests).values({
    id: newId("subscriptionRequest"),
    subscriptionId: "sub_leaving",
    kind: "cancel",
    monthlyPence: 97_00,
    state: "pending",
    requestedAt: now().toISOString(),
  });
  await begin("over", { status: "canceled" });
  await begin("invoiced");
  await db
    .update(subscriptions)
    .set({ collectionMethod: "send_invoice" })
    .where(eq(subscriptions.id, "sub_invoiced"));

  const { run } = recordCardExpiryNotices({ db, makeId: newId, now });
  expect(await run()).toEqual({ noticed: 1 });
  expect(await run()).toEqual({ noticed: 0 });
  const nextMonth = () => new Date("2031-01-03T09:10:00Z");
  expect(await recordCardExpiryNotices({ db, makeId: newId, now: nextMonth }).run()).toEqual({
    noticed: 0,
  });
  const { rows } = await database.query(
    "select payload from outbox_events where type = 'CardExpiring'",
  );
  expect(rows).toEqual([
    {
      payload: {
        customerId: "cus_1",
        subscriptionId: "sub_1",
        priceIds: [PLAN.starter.priceId, ADDON.channel.priceId],
        amountPence: 194_00,
        collection: "usual",
        pausedUntil: null,
        isInvoiced: false,
        currency: "gbp",
        payments: [{ at: "2026-12-20T12:00:00.000Z", pence: 194_00 }],
        periodEnd: "2026-12-20T12:00:00.000Z",
        expYear: 2030,
        expMonth: 12,
      },
    },
  ]);
});
