import { asc, sql } from "drizzle-orm";
import { expect } from "vitest";
import { isInService, SUBSCRIPTION_STATUSES } from "#contracts/billing/subscription-status.ts";
import { subscriptions } from "#db/schema/billing.ts";
import { insertCustomer, insertSubscription } from "../../tests/support/customer-rows.ts";
import { test } from "../../tests/support/database.ts";
import { isInService as isInServiceSql } from "./subscription-sql.ts";

const IN_SERVICE = ["active", "past_due", "paused", "trialing", "unknown", "unpaid"];

test("a subscription is in service by its status and as no duplicate, in SQL as in TypeScript", async ({
  db,
}) => {
  for (const status of SUBSCRIPTION_STATUSES) {
    for (const duplicateOf of [null, "sub_kept"]) {
      const key = `${status}_${duplicateOf ?? "own"}`;
      await insertCustomer(db, { id: `cus_${key}` });
      await insertSubscription(db, {
        id: `sub_${key}`,
        customerId: `cus_${key}`,
        status,
        duplicateOf,
      });
    }
  }
  const rows = await db
    .select({
      status: subscriptions.status,
      duplicateOf: subscriptions.duplicateOf,
      isInService: sql<boolean>`${isInServiceSql(sql`${subscriptions}`)}`,
    })
    .from(subscriptions)
    .orderBy(asc(subscriptions.status));
  expect(rows).toHaveLength(2 * SUBSCRIPTION_STATUSES.length);
  expect(rows.map((row) => row.isInService)).toEqual(rows.map(isInService));
  expect(rows.filter((row) => row.isInService)).toEqual(
    IN_SERVICE.map((status) => ({ status, duplicateOf: null, isInService: true })),
  );
});
