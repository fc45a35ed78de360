import { randomBytes } from "node:crypto";
import { describe, expect } from "vitest";
import { COMEBACK_OFFER } from "#contracts/billing/coupons.ts";
import { ID_RANDOM_BYTES, makeId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import { customers } from "#db/schema/billing.ts";
import { ADDON, AD_PLAN, PLAN } from "../../tests/support/catalogue.ts";
import {
  CONSENTED,
  insertAccountRow,
  insertCheckoutSession,
  insertCustomer,
} from "../../tests/support/customer-rows.ts";
import { test, type TestDatabase } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { stripeReader } from "../../tests/support/stripe-reader.ts";
import { saveInvoiceEmail } from "../billing/change-customers.ts";
import { listUserOrders } from "../billing/find-orders.ts";
import { listUnclaimedPurchases } from "../billing/find-purchases.ts";
import { findUserSubscription } from "../billing/find-user-subscription.ts";
import { recordStripeEvent } from "../billing/record-stripe-event.ts";
import { syncCustomer, type SyncDeps } from "./sync-customer.ts";

const AT = "2026-11-20T12:00:10.000Z";

function sync(
  db: Db,
  provider: ReturnType<typeof stripeReader>,
  customerId: string,
  stripeEventId: string | null = null,
  by: Pick<SyncDeps, "correct"> = { correct: () => Promise.resolve(false) },
) {
  return syncCustomer(
    {
      db,
      stripe: provider.stripe,
      makeId: (kind) => makeId(kind, Date.parse(AT), randomBytes(ID_RANDOM_BYTES)),
      now: () => new Date(AT),
      correlationId: "req_1",
      ...by,
    },
    { customerId, stripeEventId },
  );
}

const eventsOf = async ({ query }: TestDatabase) => {
  const { rows } = await query<{ type: string; id: string }>(
    "select type, payload->>'subscriptionId' as id from outbox_events order by occurred_at, type, id",
  );
  return rows.map(({ type, id }) => (id === null ? type : `${type} ${id}`));
};

const subscriptionsOf = async ({ query }: TestDatabase) =>
  (await query("select id, status, duplicate_of from subscriptions order by id")).rows;

describe("sync of a customer", () => {
  test("a status that is new to us is saved as unknown, and no event follows from it", async ({
    db,
    database,
  }) => {
    const provider = stripeReader();
    await insertCustomer(db, { id: "cus_1" });
    for (const status of ["active", "unknown", "past_due"] as const) {
      provider.put({ id: "sub_1", customer: "cus_1", status });
      provider.putInvoice({
        id: "in_1",
        customer: "cus_1",
        subscription: "sub_1",
        status: status === "unknown" ? "frozen" : "paid",
        amount: 97_00,
      });
      await sync(db, provider, "cus_1");
      expect(await subscriptionsOf(database)).toMatchObject([{ status }]);
    }
    expect(await eventsOf(database)).toEqual(["CheckoutCompleted sub_1"]);
  });

  const VISIT = newId("checkout");
  test.for([
    ["with consent names the visit on which it was bought", VISIT, CONSENTED, VISIT],
    ["without consent names none", VISIT, null, null],
    ["elsewhere names none", undefined, CONSENTED, null],
  ] as const)("a purchase %s", async ([, checkoutId, conversion, named], { db, database }) => {
    const provider = stripeReader();
    await insertCustomer(db, { id: "cus_1" });
    await insertCheckoutSession(db, { id: VISIT, customerId: "cus_1", conversion });
    // The same purchase another time, with consent then.
    await insertCheckoutSession(db, { id: newId("checkout"), customerId: "cus_1" });
    provider.put({ id: "sub_1", customer: "cus_1", ...(checkoutId && { checkoutId }) });
    await sync(db, provider, "cus_1");
    const { rows } = await database.query("select payload from outbox_events");
    expect(rows).toMatchObject([{ payload: { consentedCheckoutId: named } }]);
  });

  test("saves Stripe's state, with each event once", async ({ db, database }) => {
    const provider = stripeReader();
    const userId = await insertAccountRow(db, { email: "ada@shop.example", isProven: true });
    await insertCustomer(db, { id: "cus_1", userId });
    provider.put({
      id: "sub_1",
      customer: "cus_1",
      priceIds: [ADDON.channel.priceId, PLAN.plus.priceId],
      discounts: [{ percentOff: 30, endS: Date.parse("2027-02-20T12:00:00Z") / 1_000 }],
    });
    provider.putInvoice({
      id: "in_1",
      customer: "cus_1",
      subscription: "sub_1",
      status: "paid",
      amount: 184_99,
    });
    provider.putInvoice({
      id: "in_0",
      customer: "cus_1",
      subscription: "sub_1",
      status: "draft",
      amount: 1,
    });
    for (let times = 0; times < 3; times += 1) await sync(db, provider, "cus_1");

    expect(await eventsOf(database)).toEqual(["CheckoutCompleted sub_1"]);
    const [event] = (await database.query("select payload from outbox_events")).rows as [
      { payload: unknown },
    ];
    expect(event.payload).toEqual({
      customerId: "cus_1",
      subscriptionId: "sub_1",
      collection: "usual",
      pausedUntil: null,
      isInvoiced: false,
      currency: "gbp",
      priceIds: [PLAN.plus.priceId, ADDON.channel.priceId],
      amountPence: 135_80,
      payments: [
        { at: "2026-12-20T12:00:00.000Z", pence: 135_80 },
        { at: "2027-02-20T12:00:00.000Z", pence: 194_00 },
      ],
      periodEnd: "2026-12-20T12:00:00.000Z",
      consentedCheckoutId: null,
      paidPence: 184_99,
      orderNumber: "TIDE-in_1",
    });
    const reader = { userId, sessionId: null, at: AT };
    expect((await findUserSubscription(db, reader))?.subscription).toMatchObject({
      id: "sub_1",
      priceId: PLAN.plus.priceId,
      status: "active",
      currentPeriodEnd: "2026-12-20T12:00:00.000Z",
      paymentMethodBrand: "visa",
      paymentMethodLast4: "4242",
      cancelAtPeriodEnd: false,
    });
    expect(await listUserOrders(db, reader)).toEqual([
      {
        disputes: [],
        id: "in_1",
        number: "TIDE-in_1",
        lines: ["1 × Plus (at £175.00 / month)"],
        status: "completed",
        orderedAt: "2026-11-20T12:00:05.000Z",
        amountPence: 184_99,
        collectedPence: 184_99,
        refundedPence: 0,
        creditNotes: [],
        currency: "gbp",
      },
    ]);
  });

  test("a sync that started before another one was saved is discarded", async ({
    db,
    database,
  }) => {
    const provider = stripeReader();
    await insertCustomer(db, { id: "cus_1" });
    provider.put({ id: "sub_1", customer: "cus_1" });
    provider.duringNextRead(async () => {
      provider.put({ id: "sub_1", customer: "cus_1", status: "past_due" });
      await sync(db, provider, "cus_1");
    });
    await sync(db, provider, "cus_1");
    expect(await subscriptionsOf(database)).toEqual([
      { id: "sub_1", status: "past_due", duplicate_of: null },
    ]);
    expect(await eventsOf(database)).toEqual(["CheckoutCompleted sub_1", "PaymentFailed sub_1"]);
  });

  test("twenty at once: each event once", async ({ db, database }) => {
    const provider = stripeReader();
    await insertCustomer(db, { id: "cus_1" });
    provider.put({ id: "sub_1", customer: "cus_1" });
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => sync(db, provider, "cus_1")),
    );
    expect(results.some(({ status }) => status === "fulfilled")).toBe(true);
    expect(await eventsOf(database)).toEqual(["CheckoutCompleted sub_1"]);
  });

  test("a Stripe event older than the last sync: no new sync", async ({ db }) => {
    const provider = stripeReader();
    await insertCustomer(db, { id: "cus_1" });
    const notify = (id: string) =>
      recordStripeEvent(db, {
        id,
        type: "invoice.paid",
        objectId: "in_1",
        customerId: "cus_1",
        apiVersion: null,
        occurredAt: AT,
        event: null,
      });
    await notify("evt_1");
    await notify("evt_2");
    // The edge corrects nothing at Stripe: what came before its reading is still for the worker.
    expect((await sync(db, provider, "cus_1", null, {})).outcome).toBe("synced");
    expect((await sync(db, provider, "cus_1", "evt_1")).outcome).toBe("synced");
    expect((await sync(db, provider, "cus_1", "evt_2")).outcome).toBe("current");
    await notify("evt_3");
    expect((await sync(db, provider, "cus_1", "evt_3")).outcome).toBe("synced");
    expect(provider.reads()).toBe(3);
  });

  test("a customer whose card was corrected at Stripe is read again before the reading is saved", async ({
    db,
    database,
  }) => {
    const provider = stripeReader();
    await insertCustomer(db, { id: "cus_1" });
    provider.put({ id: "sub_1", customer: "cus_1", status: "past_due" });
    const correct = () => {
      provider.put({ id: "sub_1", customer: "cus_1", status: "active" });
      return Promise.resolve(true);
    };
    await sync(db, provider, "cus_1", null, { correct });
    expect(await subscriptionsOf(database)).toMatchObject([{ status: "active" }]);
  });

  test("a customer that is not ours: left alone", async ({ db, database }) => {
    const provider = stripeReader();
    provider.put({ id: "sub_1", customer: "cus_9" });
    expect(await sync(db, provider, "cus_9")).toEqual({ outcome: "unknown_customer" });
    expect(await subscriptionsOf(database)).toEqual([]);
  });

  test("two paid subscriptions: the second is a duplicate and gets no welcome", async ({
    db,
    database,
  }) => {
    const provider = stripeReader();
    await insertCustomer(db, { id: "cus_1" });
    provider.put({ id: "sub_1", customer: "cus_1" });
    await sync(db, provider, "cus_1");
    provider.put({ id: "sub_2", customer: "cus_1", createdS: 1_800_000_000 });
    await sync(db, provider, "cus_1");
    provider.put({ id: "sub_2", customer: "cus_1", status: "canceled" });
    await sync(db, provider, "cus_1");
    await sync(db, provider, "cus_1");
    expect(await eventsOf(database)).toEqual([
      "CheckoutCompleted sub_1",
      "DuplicateSubscriptionFound sub_2",
    ]);
    expect(await subscriptionsOf(database)).toEqual([
      { id: "sub_1", status: "active", duplicate_of: null },
      { id: "sub_2", status: "canceled", duplicate_of: "sub_1" },
    ]);
  });

  test("an ads plan beside a plan: both stay, and the plan is the user's subscription", async ({
    db,
    database,
  }) => {
    const provider = stripeReader();
    const userId = await insertAccountRow(db, { email: "ada@shop.example", isProven: true });
    await insertCustomer(db, { id: "cus_1", userId });
    provider.put({ id: "sub_1", customer: "cus_1", priceIds: [PLAN.plus.priceId] });
    await sync(db, provider, "cus_1");
    provider.put({
      id: "sub_2",
      customer: "cus_1",
      priceIds: [AD_PLAN.professional.priceId],
      createdS: Date.parse("2026-11-21T12:00:00Z") / 1_000,
    });
    await sync(db, provider, "cus_1");
    expect(await subscriptionsOf(database)).toEqual([
      { id: "sub_1", status: "active", duplicate_of: null },
      { id: "sub_2", status: "active", duplicate_of: null },
    ]);
    expect(await eventsOf(database)).toEqual([
      "CheckoutCompleted sub_1",
      "CheckoutCompleted sub_2",
    ]);
    const found = await findUserSubscription(db, { userId, sessionId: null, at: AT });
    expect(found?.subscription?.id).toBe("sub_1");
  });

  test("a subscription after an ended one is no duplicate", async ({ db, database }) => {
    const provider = stripeReader();
    await insertCustomer(db, { id: "cus_1" });
    provider.put({ id: "sub_2", customer: "cus_1" });
    await sync(db, provider, "cus_1");
    provider.put({ id: "sub_2", customer: "cus_1", status: "canceled" });
    provider.put({ id: "sub_1", customer: "cus_1" });
    await sync(db, provider, "cus_1");
    expect(await eventsOf(database)).toEqual([
      "CheckoutCompleted sub_1",
      "CheckoutCompleted sub_2",
      "SubscriptionEnded sub_2",
    ]);
  });

  test("one user with two customers: one open subscription, also when synced at once", async ({
    db,
    database,
  }) => {
    const provider = stripeReader();
    const userId = await insertAccountRow(db, { email: "ada@shop.example", isProven: true });
    await insertCustomer(db, { id: "cus_1", userId });
    await insertCustomer(db, { id: "cus_2" });
    await db.update(customers).set({ userId });
    provider.put({ id: "sub_1", customer: "cus_1" });
    provider.put({ id: "sub_2", customer: "cus_2" });
    await Promise.all([sync(db, provider, "cus_1"), sync(db, provider, "cus_2")]);
    const kept = (await subscriptionsOf(database)) as { duplicate_of: string | null }[];
    expect(kept.filter((row) => row.duplicate_of === null)).toHaveLength(1);
  });

  test.for([
    ["comeback code: known after its discount has ended", "active", true, false],
    ["ended while past due: ended unpaid", "past_due", false, true],
    ["ended when paid: owes nothing", "active", false, false],
  ] as const)("%s", async ([, status, isComeback, hasEndedUnpaid], { db, database }) => {
    const provider = stripeReader();
    await insertCustomer(db, { id: "cus_1" });
    const discounts = isComeback
      ? [{ couponId: COMEBACK_OFFER.couponId, percentOff: 30, endS: null }]
      : [];
    provider.put({ id: "sub_1", customer: "cus_1", status, discounts });
    await sync(db, provider, "cus_1");
    for (const next of [status, "canceled"] as const) {
      provider.put({ id: "sub_1", customer: "cus_1", status: next, discounts: [] });
      await sync(db, provider, "cus_1");
    }
    await sync(db, provider, "cus_1");
    const { rows } = await database.query(
      "select is_comeback, has_ended_unpaid from subscriptions",
    );
    expect(rows).toEqual([{ is_comeback: isComeback, has_ended_unpaid: hasEndedUnpaid }]);
    const { rows: ends } = await database.query(
      "select payload->'hasEndedUnpaid' as has_ended_unpaid from outbox_events where type = 'SubscriptionEnded'",
    );
    expect(ends).toEqual([{ has_ended_unpaid: hasEndedUnpaid }]);
  });

  test("items removed at Stripe are removed here", async ({ db, database }) => {
    const provider = stripeReader();
    await insertCustomer(db, { id: "cus_1" });
    provider.put({
      id: "sub_1",
      customer: "cus_1",
      priceIds: [PLAN.starter.priceId, ADDON.channel.priceId],
    });
    await sync(db, provider, "cus_1");
    provider.put({ id: "sub_1", customer: "cus_1", priceIds: [PLAN.starter.priceId] });
    await sync(db, provider, "cus_1");
    const { rows } = await database.query("select price_id from subscription_items");
    expect(rows).toEqual([{ price_id: PLAN.starter.priceId }]);
    expect(await eventsOf(database)).toEqual([
      "CheckoutCompleted sub_1",
      "SubscriptionChanged sub_1",
    ]);
  });
});

test("paid invoice: an event once for a customer with an email for invoices, none without", async ({
  db,
  database,
}) => {
  const provider = stripeReader();
  for (const id of ["1", "2"]) {
    await insertCustomer(db, { id: `cus_${id}` });
    provider.put({ id: `sub_${id}`, customer: `cus_${id}` });
    await sync(db, provider, `cus_${id}`);
  }
  await saveInvoiceEmail(db, { customerId: "cus_1", email: "books@shop.example" });
  await sync(db, provider, "cus_1");
  expect(await eventsOf(database)).not.toContain("InvoicePaid");
  for (const id of ["1", "2"]) {
    provider.putInvoice({
      id: `in_renewal_${id}`,
      subscription: `sub_${id}`,
      customer: `cus_${id}`,
      status: "paid",
      amount: 97_00,
    });
    await sync(db, provider, `cus_${id}`);
    await sync(db, provider, `cus_${id}`);
  }
  const { rows } = await database.query(
    "select payload from outbox_events where type = 'InvoicePaid'",
  );
  expect(rows).toEqual([{ payload: { customerId: "cus_1", orderId: "in_renewal_1" } }]);
});

describe("a guest's purchase", () => {
  const bought = async (db: Db) => {
    const provider = stripeReader();
    await insertCustomer(db, { id: "cus_1" });
    provider.setEmail("cus_1", "ada@shop.example");
    provider.put({ id: "sub_1", customer: "cus_1" });
    await sync(db, provider, "cus_1");
    return provider;
  };

  test("offered to the account with its proven email, and invisible until it is claimed", async ({
    db,
    database,
  }) => {
    const provider = await bought(db);
    const userId = await insertAccountRow(db, { email: "ada@shop.example", isProven: true });
    const reader = { userId, sessionId: null, at: AT };
    await sync(db, provider, "cus_1");
    expect(await listUnclaimedPurchases(db, reader)).toMatchObject([
      { customerId: "cus_1", subscriptionId: "sub_1" },
    ]);
    expect(await findUserSubscription(db, reader)).toEqual({ subscription: null });
    expect(await eventsOf(database)).toEqual(["CheckoutCompleted sub_1"]);
  });

  test("not offered to an account whose email is unproven", async ({ db }) => {
    await bought(db);
    const userId = await insertAccountRow(db, { email: "ada@shop.example", isProven: false });
    expect(await listUnclaimedPurchases(db, { userId, sessionId: null, at: AT })).toEqual([]);
  });

  test("invisible after signing out", async ({ db }) => {
    await bought(db);
    const userId = await insertAccountRow(db, { email: "ada@shop.example", isProven: true });
    const sessionId = "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11";
    expect(await listUnclaimedPurchases(db, { userId, sessionId, at: AT })).toBeNull();
  });
});
