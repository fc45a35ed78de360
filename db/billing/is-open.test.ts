import { expect } from "vitest";
import { isOpen, SUBSCRIPTION_STATUSES } from "#contracts/billing/subscription-status.ts";
import { subscriptions } from "#db/schema/billing.ts";
import { insertCustomer, insertSubscription } from "../../tests/support/customer-rows.ts";
import { test } from "../../tests/support/database.ts";

test("subscriptions.is_open equals isOpen for every status", async ({ db }) => {
  for (const status of SUBSCRIPTION_STATUSES) {
    const customerId = `cus_${status}`;
    await insertCustomer(db, { id: customerId });
    await insertSubscription(db, { id: `sub_${status}`, customerId, status });
  }
  const rows = await db.select().from(subscriptions);
  expect(Object.fromEntries(rows.map((row) => [row.status, row.isOpen]))).toEqual(
    Object.fromEntries(SUBSCRIPTION_STATUSES.map((status) => [status, isOpen(status)])),
  );
});
