import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Db } from "#db/client.ts";
import { orders, stripeEvents, subscriptionRequests } from "#db/schema/billing.ts";
import { resendEvents } from "#db/schema/emails.ts";
import { invariantChecks } from "#db/schema/invariants.ts";
import { promises } from "#db/schema/promises.ts";
import { insertCustomer, insertSubscription } from "../../tests/support/customer-rows.ts";
import { test } from "../../tests/support/database.ts";
import { seedEvent, seedIds } from "../../tests/support/seed-event.ts";
import { seedRefundRequest } from "../../tests/support/seed-refund.ts";
import { checkInvariant } from "./check-invariant.ts";
import type { Invariant } from "./invariants.ts";

const AT = "2026-11-20T12:00:00.000Z";
const HOUR = 60;
const after = (minutes: number) => new Date(Date.parse(AT) + minutes * 60_000).toISOString();

async function subscribe(db: Db, change: Partial<Parameters<typeof insertSubscription>[1]> = {}) {
  await insertCustomer(db, { id: "cus_1" });
  await insertSubscription(db, { id: "sub_1", customerId: "cus_1", createdAt: AT, ...change });
}

const request = (state: "pending" | "applied") => ({
  id: "req_1",
  subscriptionId: "sub_1",
  kind: "cancel" as const,
  monthlyPence: 97_00,
  state,
  requestedAt: AT,
  resolvedAt: state === "applied" ? AT : null,
});

const billingEvent = (
  db: Db,
  type: string,
  occurredAt: string,
  status: "pending" | "completed" = "completed",
) =>
  seedEvent(db, {
    event: {
      type,
      occurredAt,
      aggregateId: "cus_1",
      payload: { subscriptionId: "sub_1" },
      completedAt: occurredAt,
    },
    effects: [{ effect: "send-billing-mail", status }],
  });

const run = (statement: string) => (db: Db) => db.execute(sql.raw(statement));

type Case = {
  /** Minutes of the normal delay. */
  delay: number;
  violate: (db: Db) => Promise<unknown>;
  /** Does not end it. */
  keep?: (db: Db) => Promise<unknown>;
  end: (db: Db) => Promise<unknown>;
  example: { id: string; customerId: string | null };
};

const CASES: Record<Invariant, Case> = {
  "open-event-has-effects": {
    delay: HOUR,
    violate: (db) => seedEvent(db, { event: { occurredAt: AT } }),
    end: run(
      `insert into event_effects (event_id, effect, idempotency_key) select id, 'audit', id from outbox_events`,
    ),
    example: { id: seedIds().eventId, customerId: null },
  },
  "purchase-is-welcomed": {
    delay: HOUR,
    violate: subscribe,
    keep: (db) => billingEvent(db, "CheckoutCompleted", AT, "pending"),
    end: run("update event_effects set status = 'completed'"),
    example: { id: "sub_1", customerId: "cus_1" },
  },
  "approved-refund-is-issued": {
    delay: 24 * HOUR,
    violate: async (db) => {
      await seedRefundRequest(db, { last: "X" });
      await db.execute(
        sql`update refund_requests set id = 'rrq_1', state = 'approved', decided_at = ${AT}`,
      );
    },
    end: run("update refund_requests set state = 'refunded'"),
    example: { id: "rrq_1", customerId: "cus_X" },
  },
  "request-reaches-stripe": {
    delay: 24 * HOUR,
    violate: async (db) => {
      await subscribe(db);
      await db.insert(subscriptionRequests).values(request("pending"));
    },
    end: run("update subscription_requests set state = 'applied'"),
    example: { id: "req_1", customerId: "cus_1" },
  },
  "cancelled-subscription-ends": {
    delay: HOUR,
    violate: async (db) => {
      await subscribe(db);
      await db.insert(subscriptionRequests).values(request("applied"));
    },
    end: run("update subscriptions set cancel_at_period_end = true"),
    example: { id: "req_1", customerId: "cus_1" },
  },
  "paid-invoice-is-an-order": {
    delay: HOUR,
    violate: async (db) => {
      await insertCustomer(db, { id: "cus_1" });
      await db.insert(stripeEvents).values({
        id: "evt_1",
        type: "invoice.paid",
        objectId: "in_1",
        customerId: "cus_1",
        occurredAt: AT,
        receivedAt: AT,
      });
    },
    keep: (db) =>
      db.insert(orders).values({
        id: "in_1",
        customerId: "cus_1",
        status: "pending",
        amountPence: 97_00,
        currency: "gbp",
        orderedAt: AT,
      }),
    end: run("update orders set status = 'completed'"),
    example: { id: "in_1", customerId: "cus_1" },
  },
  "duplicate-ends": {
    delay: HOUR,
    violate: async (db) => {
      await subscribe(db, { duplicateOf: "sub_0" });
      await billingEvent(db, "DuplicateSubscriptionFound", AT);
    },
    end: run("update subscriptions set status = 'canceled'"),
    example: { id: "sub_1", customerId: "cus_1" },
  },
  "late-promise-is-told": {
    delay: HOUR,
    violate: (db) =>
      db.insert(promises).values({
        rule: "answer-enquiry",
        subjectId: "sub_1",
        startedByEvent: "evt_1",
        startedAt: AT,
        warnAt: AT,
        dueAt: AT,
      }),
    end: run("update promises set missed_at = due_at"),
    example: { id: "1", customerId: null },
  },
  "reported-email-is-ours": {
    delay: HOUR,
    violate: (db) =>
      db.insert(resendEvents).values({
        id: "msg_1",
        type: "email.delivered",
        emailId: "em_1",
        eventId: seedIds().eventId,
        effect: "audit",
        occurredAt: AT,
        receivedAt: AT,
      }),
    end: (db) => seedEvent(db, { effects: [{ effect: "audit" }] }),
    example: { id: seedIds().eventId, customerId: null },
  },
};

test.for(Object.entries(CASES) as [Invariant, Case][])(
  "%s: not found during the normal delay, found after it, and gone once it holds",
  async ([invariant, { delay, violate, keep, end, example }], { db }) => {
    const check = (minutes: number) => checkInvariant(db, invariant, after(minutes));
    expect(await check(delay + 2)).toBe(0);
    await violate(db);
    expect(await check(delay - 1)).toBe(0);
    expect(await check(delay + 1)).toBe(1);
    await keep?.(db);
    expect(await check(delay + 2)).toBe(1);
    expect(await db.select().from(invariantChecks)).toEqual([
      { invariant, checkedAt: after(delay + 2), violations: 1, examples: [example] },
    ]);
    await end(db);
    expect(await check(delay + 2)).toBe(0);
  },
);

test("purchase paid late, after the bank asked: its welcome has an hour", async ({ db }) => {
  await subscribe(db);
  await billingEvent(db, "CheckoutCompleted", after(20 * HOUR), "pending");
  expect(await checkInvariant(db, "purchase-is-welcomed", after(20 * HOUR + 30))).toBe(0);
  expect(await checkInvariant(db, "purchase-is-welcomed", after(22 * HOUR))).toBe(1);
});

test.for([
  [
    "here",
    (db: Db) =>
      db.insert(subscriptionRequests).values({
        ...request("applied"),
        id: "req_2",
        kind: "resume",
        requestedAt: after(5),
      }),
  ],
  ["in Stripe's Dashboard", (db: Db) => billingEvent(db, "SubscriptionResumed", after(5))],
] as const)(
  "cancelled subscription that was resumed %s: renews rightly",
  async ([, resume], { db }) => {
    await subscribe(db);
    await db.insert(subscriptionRequests).values(request("applied"));
    await resume(db);
    expect(await checkInvariant(db, "cancelled-subscription-ends", after(3 * HOUR))).toBe(0);
  },
);
