import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Db } from "#db/client.ts";
import { disputes, refundRequests } from "#db/schema/billing.ts";
import { auditLog, outboxEvents } from "#db/schema/events.ts";
import { test } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { seedRefundRequest } from "../../tests/support/seed-refund.ts";
import { decideRefund } from "./change-refunds.ts";

const ADA = "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11";
const AT = "2026-11-21T09:00:00.000Z";

type Ids = Awaited<ReturnType<typeof seedRefundRequest>>;

function decide(
  db: Db,
  { eventId, refundRequestId, customerId, subscriptionId }: Ids,
  type: "RefundApproved" | "RefundDeclined",
  reason = "within the guarantee",
) {
  return decideRefund(db, {
    event: {
      id: newId("event"),
      type,
      version: 1,
      occurredAt: AT,
      actor: { kind: "ops", name: "Ada" },
      correlationId: "req_1",
      data: { refundRequestId, customerId, subscriptionId, amountPence: 184_99, currency: "gbp" },
    },
    requestEventId: eventId,
    userId: ADA,
    reason,
  });
}

const decisions = (db: Db) =>
  db
    .select({ type: outboxEvents.type, payload: outboxEvents.payload, actor: outboxEvents.actor })
    .from(outboxEvents)
    .where(sql`type <> 'RefundRequested'`);

const actions = async (db: Db) => {
  const rows = await db.select({ action: auditLog.action }).from(auditLog).orderBy(auditLog.id);
  return rows.map((row) => row.action);
};

describe("deciding a refund request", () => {
  test.for([
    ["RefundApproved", "approved"],
    ["RefundDeclined", "declined"],
  ] as const)("writes %s, with state, operator and reason", async ([type, state], { db }) => {
    const ids = await seedRefundRequest(db);
    expect(await decide(db, ids, type)).toEqual({ outcome: "decided" });
    const [request] = await db.select().from(refundRequests);
    expect(request).toMatchObject({
      state,
      decidedBy: ADA,
      decisionReason: "within the guarantee",
      refundedAt: null,
    });
    expect(new Date(request?.decidedAt ?? "").toISOString()).toBe(AT);
    const { refundRequestId, customerId, subscriptionId } = ids;
    expect(await decisions(db)).toEqual([
      {
        type,
        payload: {
          refundRequestId,
          customerId,
          subscriptionId,
          amountPence: 184_99,
          currency: "gbp",
        },
        actor: { kind: "ops", name: "Ada" },
      },
    ]);
    expect(await db.select().from(auditLog)).toMatchObject([
      {
        eventId: ids.eventId,
        action: `refund.${state}`,
        actor: { kind: "ops", name: "Ada" },
        subjectType: "customer",
        subjectId: customerId,
        data: { reason: "within the guarantee", refundRequestId, before: "asked" },
      },
    ]);
  });

  test("several operators at once: one decides", async ({ db }) => {
    const ids = await seedRefundRequest(db);
    const results = await Promise.all(
      (["RefundApproved", "RefundDeclined", "RefundApproved", "RefundDeclined"] as const).map(
        (type) => decide(db, ids, type),
      ),
    );
    expect(results.map(({ outcome }) => outcome).toSorted()).toEqual([
      "decided",
      "decided_before",
      "decided_before",
      "decided_before",
    ]);
    const [decision, ...others] = await decisions(db);
    expect(others).toEqual([]);
    const [request] = await db.select().from(refundRequests);
    expect(`Refund${request?.state}`.toLowerCase()).toBe(decision?.type.toLowerCase());
    expect((await actions(db)).toSorted()).toEqual([
      `refund.${request?.state ?? ""}`,
      "refund.nothing_to_do",
      "refund.nothing_to_do",
      "refund.nothing_to_do",
    ]);
  });

  test("not decided again once refunded", async ({ db }) => {
    const ids = await seedRefundRequest(db, { state: "refunded" });
    expect(await decide(db, ids, "RefundDeclined")).toEqual({ outcome: "decided_before" });
    expect(await db.select().from(refundRequests)).toMatchObject([{ state: "refunded" }]);
    expect(await decisions(db)).toEqual([]);
  });

  test("held by a dispute: approved once Stripe refunds again, never declined", async ({ db }) => {
    const ids = await seedRefundRequest(db, { state: "disputed" });
    await db.insert(disputes).values({
      id: "du_1",
      customerId: ids.customerId,
      orderId: "in_E",
      status: "under_review",
      reason: "fraudulent",
      amountPence: 184_99,
      currency: "gbp",
      isRefundable: false,
      openedAt: AT,
    });
    expect(await decide(db, ids, "RefundApproved")).toEqual({ outcome: "decided_before" });
    await db.update(disputes).set({ status: "won", isRefundable: true });
    expect(await decide(db, ids, "RefundDeclined")).toEqual({ outcome: "decided_before" });
    expect(await decide(db, ids, "RefundApproved")).toEqual({ outcome: "decided" });
    expect(await db.select().from(refundRequests)).toMatchObject([{ state: "approved" }]);
  });

  test("rejects an empty reason", async ({ db }) => {
    const ids = await seedRefundRequest(db);
    await expect(decide(db, ids, "RefundApproved", "  ")).rejects.toThrow("too_small");
    expect(await db.select().from(refundRequests)).toMatchObject([{ state: "asked" }]);
  });

  test("an unknown request: not found", async ({ db }) => {
    const ids = await seedRefundRequest(db);
    const unknown = { ...ids, refundRequestId: "rfr_01KAHX2J3V7W8R9T0A1B2C3D4Z" };
    expect(await decide(db, unknown, "RefundApproved")).toEqual({ outcome: "not_found" });
    expect(await actions(db)).toEqual([]);
  });
});
