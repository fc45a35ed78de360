import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import type { Db } from "#db/client.ts";
import { customers, disputes, orders, refundRequests, subscriptions } from "#db/schema/billing.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { test as base } from "../../tests/support/auth-service.ts";
import { insertCustomer, insertSubscription } from "../../tests/support/customer-rows.ts";
import { newPerson } from "../../tests/support/new-person.ts";

const NOW = "2026-11-25T12:00:00.000Z";
const { refund: WORDS } = BILLING_MESSAGES;
const PATH = "/functions/v1/refund-request";
const CLAIM = { subscriptionId: "sub_1", message: "  It is not what I hoped for.\nSorry!  " };

type Answer = { status: number; body: unknown };
type Person = { userId: string; ask: (change?: object) => Promise<Answer> };
const test = base.extend<{ person: () => Promise<Person> }>({
  person: async ({ auth, db }, use) => {
    auth.clock.now = new Date(NOW);
    await use(async () => {
      const { userId, ask } = await newPerson(auth, db);
      return { userId, ask: (change = {}) => ask("POST", PATH, { ...CLAIM, ...change }) };
    });
  },
});

async function subscriber(db: Db, person: () => Promise<Person>) {
  const who = await person();
  await insertCustomer(db, { id: "cus_1", userId: who.userId });
  await insertSubscription(db, { id: "sub_1", customerId: "cus_1", userId: who.userId });
  return who;
}

const nothingWritten = async (db: Db) => {
  expect(await db.select().from(refundRequests)).toEqual([]);
  expect(await db.select().from(outboxEvents)).toEqual([]);
};

test("first claim within the guarantee: approved with its event, which holds no message", async ({
  auth,
  db,
  person,
}) => {
  const { userId, ask } = await subscriber(db, person);
  await db.update(orders).set({ currency: "eur" });
  expect(await ask()).toEqual({ status: 200, body: { success: true, message: WORDS.approved } });
  const [request] = await db.select().from(refundRequests);
  expect(request).toMatchObject({
    id: expect.stringMatching(/^rfr_/),
    subscriptionId: "sub_1",
    customerId: "cus_1",
    userId,
    message: "It is not what I hoped for.\nSorry!",
    amountPence: 184_99,
    state: "approved",
    decidedBy: null,
  });
  expect(new Date(request?.requestedAt ?? "").toISOString()).toBe(NOW);
  expect(new Date(request?.decidedAt ?? "").toISOString()).toBe(NOW);
  const [event, ...others] = await db.select().from(outboxEvents);
  expect(others).toEqual([]);
  expect(event).toMatchObject({
    type: "RefundApproved",
    version: 1,
    aggregateType: "customer",
    aggregateId: "cus_1",
    actor: { kind: "user", userId },
    payload: {
      refundRequestId: request?.id,
      customerId: "cus_1",
      subscriptionId: "sub_1",
      amountPence: 184_99,
      currency: "eur",
    },
  });
  expect(auth.published).toMatchObject([{ eventId: event?.id }]);
  expect(JSON.stringify([event, auth.log, auth.published])).not.toContain("hoped");
});

test.for([
  ["account", {}],
  ["address", { address: "ada+again@shop.example" }],
  ["card", { card: "fp_1" }],
] as const)(
  "second claim by the same %s: waits for an operator",
  async ([, same], { db, person }) => {
    const first = await person();
    const second = same === undefined || Object.keys(same).length === 0 ? first : await person();
    await insertCustomer(db, { id: "cus_0" });
    await db.update(customers).set({ userId: first.userId, email: "ada@shop.example" });
    await insertSubscription(db, { id: "sub_0", customerId: "cus_0", userId: first.userId });
    await db.update(orders).set({ cardFingerprint: "fp_1" });
    expect(await first.ask({ subscriptionId: "sub_0" })).toMatchObject({
      body: { message: WORDS.approved },
    });
    await db.update(subscriptions).set({ status: "canceled" });

    await insertCustomer(db, { id: "cus_1", userId: second.userId });
    await insertSubscription(db, { id: "sub_1", customerId: "cus_1", userId: second.userId });
    const own = eq(customers.id, "cus_1");
    if ("address" in same) await db.update(customers).set({ email: same.address }).where(own);
    if ("card" in same) {
      await db.update(orders).set({ cardFingerprint: same.card }).where(eq(orders.id, "in_1"));
    }
    expect(await second.ask()).toEqual({
      status: 200,
      body: { success: true, message: WORDS.requested },
    });
    const { type } = outboxEvents;
    const events = await db.select({ type }).from(outboxEvents).orderBy(type);
    expect(events).toEqual([{ type: "RefundApproved" }, { type: "RefundRequested" }]);
    const { state } = refundRequests;
    const states = await db.select({ state }).from(refundRequests).orderBy(state);
    expect(states).toEqual([{ state: "approved" }, { state: "asked" }]);
  },
);

test("two accounts claim with one card at once: one is approved, the other waits", async ({
  db,
  person,
}) => {
  const both = await Promise.all(
    ["1", "2"].map(async (id) => {
      const who = await person();
      await insertCustomer(db, { id: `cus_${id}`, userId: who.userId });
      await insertSubscription(db, {
        id: `sub_${id}`,
        customerId: `cus_${id}`,
        userId: who.userId,
      });
      return () => who.ask({ subscriptionId: `sub_${id}` });
    }),
  );
  await db.update(orders).set({ cardFingerprint: "fp_1" });
  const answers = await Promise.all(both.map((ask) => ask()));
  const messages = answers.map(({ body }) => (body as { message: string }).message);
  expect(messages.toSorted()).toEqual([WORDS.approved, WORDS.requested].toSorted());
});

test.for([
  ["a chargeback", false, WORDS.disputed],
  ["an inquiry that can still be refunded", true, WORDS.approved],
] as const)(
  "claim for a payment with %s: approved, and the answer says who pays",
  async ([, isRefundable, message], { db, person }) => {
    const { ask } = await subscriber(db, person);
    await db.insert(disputes).values({
      id: "du_1",
      customerId: "cus_1",
      orderId: "in_1",
      status: "needs_response",
      reason: "fraudulent",
      amountPence: 184_99,
      currency: "gbp",
      isRefundable,
      openedAt: NOW,
    });
    expect(await ask()).toMatchObject({ status: 200, body: { message } });
    expect(await db.select().from(refundRequests)).toMatchObject([{ state: "approved" }]);
  },
);

test("refund request: its amount excludes earlier refunds", async ({ db, person }) => {
  const { ask } = await subscriber(db, person);
  await db.update(orders).set({ status: "partially_refunded", refundedPence: 84_99 });
  expect(await ask()).toMatchObject({ status: 200 });
  expect(await db.select().from(refundRequests)).toMatchObject([{ amountPence: 100_00 }]);
});

test("refund request, four at once: stored once", async ({ db, person }) => {
  const { ask } = await subscriber(db, person);
  const answers = await Promise.all([ask(), ask(), ask(), ask()]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 409, 409, 409,
  ]);
  expect(await ask()).toMatchObject({
    status: 409,
    body: { code: "refund_asked", error: WORDS.before.approved },
  });
  expect(await db.select().from(refundRequests)).toHaveLength(1);
  expect(await db.select().from(outboxEvents)).toHaveLength(1);
});

test("refund request, repeated in any state, also after the end: says which", async ({
  db,
  person,
}) => {
  const { ask } = await subscriber(db, person);
  await ask();
  for (const state of ["asked", "approved", "declined", "disputed", "refunded"] as const) {
    await db.update(refundRequests).set({ state, decidedAt: NOW });
    const conflict = { status: 409, body: { code: "refund_asked", error: WORDS.before[state] } };
    for (const status of ["active", "canceled"] as const) {
      await db.update(subscriptions).set({ status });
      expect(await ask(), `${state} ${status}`).toMatchObject(conflict);
    }
  }
});

test("refund request for an ended subscription or a duplicate, after 14 days or without a payment: rejected", async ({
  auth,
  db,
  person,
}) => {
  const { ask } = await subscriber(db, person);
  const refusal = (code: string, error: string) => ({ status: 409, body: { code, error } });
  const ended = refusal("no_subscription", WORDS.ended);
  await db.update(subscriptions).set({ status: "canceled" });
  expect(await ask(), "ended").toMatchObject(ended);
  await db.update(subscriptions).set({ status: "active", duplicateOf: "sub_0" });
  expect(await ask(), "duplicate").toMatchObject(ended);
  await db.update(subscriptions).set({ duplicateOf: null });
  auth.clock.now = new Date("2026-12-04T12:00:05Z");
  expect(await ask(), "14 days").toMatchObject(refusal("guarantee_over", WORDS.over));
  auth.clock.now = new Date(NOW);
  await db.delete(orders);
  expect(await ask(), "no payment").toMatchObject(refusal("guarantee_over", WORDS.nothingPaid));
  await nothingWritten(db);
});

test("refund request for another user's subscription or without a session: rejected, no row", async ({
  auth,
  db,
  person,
}) => {
  const { userId } = await subscriber(db, person);
  const stranger = await person();
  const foreign = { status: 403, body: { code: "not_your_subscription", error: WORDS.notYours } };
  expect(await stranger.ask()).toMatchObject(foreign);
  expect(await stranger.ask({ subscriptionId: "sub_unknown" })).toMatchObject(foreign);
  const unauthenticated = { status: 401, body: { code: "unauthenticated" } };
  expect(await auth.ask("POST", PATH, { body: CLAIM })).toMatchObject(unauthenticated);
  const ended = await auth.sign({ sub: userId, session_id: randomUUID() });
  expect(await auth.ask("POST", PATH, { token: ended, body: CLAIM })).toMatchObject(
    unauthenticated,
  );
  await nothingWritten(db);
});

test("refund request with an invalid message or id, or with a sum: rejected, no row", async ({
  db,
  person,
}) => {
  const { ask } = await subscriber(db, person);
  for (const [what, change] of [
    ["a message that is not a string", { message: 1 }],
    ["a message over the limit", { message: "x".repeat(1_001) }],
    ["a message with a null character", { message: "a\u0000b" }],
    ["a sum", { amountPence: 1 }],
    ["no subscription", { subscriptionId: "" }],
    ["a malformed id", { subscriptionId: "sub_\u0000" }],
  ] as const) {
    expect(await ask(change), what).toMatchObject({ status: 400, body: { code: "invalid_input" } });
  }
  await nothingWritten(db);
});

test.for([
  ["no message", undefined],
  ["an empty message", ""],
  ["a message of blanks", " \n "],
] as const)("refund request with %s: accepted", async ([, message], { db, person }) => {
  const { ask } = await subscriber(db, person);
  expect(await ask({ message })).toEqual({
    status: 200,
    body: { success: true, message: WORDS.approved },
  });
  expect(await db.select().from(refundRequests)).toMatchObject([
    { state: "approved", message: null },
  ]);
});

test("refund request with the longest message: accepted in any script", async ({ db, person }) => {
  const { ask } = await subscriber(db, person);
  const message = "\u{1f600}".repeat(500);
  expect(await ask({ message })).toMatchObject({ status: 200 });
  const [request] = await db
    .select()
    .from(refundRequests)
    .where(eq(refundRequests.subscriptionId, "sub_1"));
  expect(request?.message).toBe(message);
});
