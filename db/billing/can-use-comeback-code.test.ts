import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { disputes, orders } from "#db/schema/billing.ts";
import { insertCustomer, insertSubscription } from "../../tests/support/customer-rows.ts";
import { test } from "../../tests/support/database.ts";
import { canUseComebackCode } from "./find-buyer-history.ts";

test.for([
  ["nothing", 0, true],
  ["a part", 50, true],
  ["everything", 100, false],
] as const)(
  "a customer who paid and got %s back: may use the comeback code: $2",
  async ([, percentBack, expected], { db }) => {
    await insertCustomer(db, { id: "cus_1" });
    await insertSubscription(db, { id: "sub_1", customerId: "cus_1", status: "canceled" });
    await db
      .update(orders)
      .set({ refundedPence: sql`${orders.amountPence} * ${percentBack}::int / 100` });
    const buyer = { kind: "customer", customerId: "cus_1" } as const;
    expect(await canUseComebackCode(db, buyer, "2026-12-20T12:00:00.000Z")).toBe(expected);
  },
);

test.for([
  ["lost, of the whole payment", "lost", 100, false],
  ["lost, of a part", "lost", 50, true],
  ["won", "won", 100, true],
  ["under review", "under_review", 100, true],
] as const)(
  "a customer whose chargeback is %s: may use the comeback code: $3",
  async ([, status, percent, expected], { db }) => {
    await insertCustomer(db, { id: "cus_1" });
    await insertSubscription(db, { id: "sub_1", customerId: "cus_1", status: "canceled" });
    const [order] = await db.select().from(orders);
    const at = "2026-11-20T12:00:00.000Z";
    await db.insert(disputes).values({
      id: "du_1",
      customerId: "cus_1",
      orderId: order?.id ?? null,
      status,
      reason: "fraudulent",
      amountPence: Math.ceil(((order?.amountPence ?? 0) * percent) / 100),
      currency: "gbp",
      dueBy: null,
      isRefundable: false,
      openedAt: at,
    });
    const buyer = { kind: "customer", customerId: "cus_1" } as const;
    expect(await canUseComebackCode(db, buyer, "2026-12-20T12:00:00.000Z")).toBe(expected);
  },
);
