import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { pageViews } from "#db/schema/page-views.ts";
import { insertCheckoutSession, insertCustomer } from "../../tests/support/customer-rows.ts";
import { test } from "../../tests/support/database.ts";
import { getFunnel } from "./get-overview.ts";

test("funnel: counts from the first UTC day on, and each buyer once", async ({ db }) => {
  expect(await getFunnel(db, "2026-11-18")).toEqual({
    visits: 0,
    pricing: 0,
    checkout: 0,
    started: 0,
    paid: 0,
    trials: 0,
    enquiries: 0,
  });
  await db.insert(pageViews).values([
    { day: "2026-11-17", path: "/pricing", views: 100, visits: 100 },
    { day: "2026-11-18", path: "/", views: 9, visits: 7 },
    { day: "2026-11-18", path: "/pricing", views: 4, visits: 1 },
    { day: "2026-11-19", path: "/pricing", views: 2, visits: 0 },
    { day: "2026-11-19", path: "/checkout", views: 3, visits: 0 },
  ]);
  const inTime = "2026-11-18T00:00:00Z";
  const before = "2026-11-17T23:59:59Z";
  await insertCustomer(db, { id: "cus_1" });
  for (const [id, ownerKey, state, createdAt] of [
    ["1", "guest:1", "expired", inTime],
    ["2", "guest:1", "complete", inTime],
    ["3", "guest:2", "open", inTime],
    ["4", "guest:3", "complete", before],
  ] as const)
    await insertCheckoutSession(db, { id, customerId: "cus_1", ownerKey, state, createdAt });
  for (const [formType, createdAt] of [
    ["contact", inTime],
    ["demo", inTime],
    ["free-trial", inTime],
    ["contact", before],
  ] as const)
    await db.insert(formSubmissions).values({
      id: `sub_${randomUUID()}`,
      idempotencyKey: randomUUID(),
      formType,
      email: "ada@shop.example",
      payload: { form_type: "contact", first_name: "Ada", last_name: "Byron" } as never,
      createdAt,
    });
  expect(await getFunnel(db, "2026-11-18")).toEqual({
    visits: 8,
    pricing: 6,
    checkout: 3,
    started: 2,
    paid: 1,
    trials: 1,
    enquiries: 2,
  });
});
