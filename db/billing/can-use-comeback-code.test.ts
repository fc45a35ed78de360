import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { orders } from "#db/schema/billing.ts";
import { insertCustomer, insertSubscription } from "../../tests/support/customer-rows.ts";
import { test } from "../../tests/support/database.ts";
import { canUseComebackCode } from "./can-use-comeback-code.ts";

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
