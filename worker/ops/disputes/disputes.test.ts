import { expect } from "vitest";
import type { Db } from "#db/client.ts";
import { disputes } from "#db/schema/billing.ts";
import { test } from "../../../tests/support/database.ts";
import { openOpsConsole } from "../../../tests/support/ops-client.ts";
import { seedOpsCustomer } from "../../../tests/support/ops-customer.ts";

async function seedDisputes(db: Db) {
  const { userId } = await seedOpsCustomer(db);
  const dispute = {
    customerId: "cus_1",
    orderId: "in_1",
    reason: "product_not_received",
    amountPence: 97_00,
    currency: "gbp",
    openedAt: "2026-11-10T12:00:00.000Z",
  };
  await db.insert(disputes).values([
    { ...dispute, id: "du_won", status: "won", isRefundable: true },
    {
      ...dispute,
      id: "du_open",
      status: "needs_response",
      dueBy: "2099-11-19T23:00:00.000Z",
      isRefundable: false,
    },
    {
      ...dispute,
      id: "du_late",
      status: "needs_response",
      dueBy: "2026-11-11T23:00:00.000Z",
      isRefundable: false,
    },
    {
      ...dispute,
      id: "du_asked",
      status: "warning_needs_response",
      dueBy: "2099-11-18T23:00:00.000Z",
      isRefundable: true,
    },
  ]);
  return userId;
}

test("disputes: the next deadline comes first, each with what may be done", async ({ db }) => {
  const userId = await seedDisputes(db);
  const { get } = await openOpsConsole({ db }).signIn();
  const html = await (await get("/ops/disputes")).text();
  const order = [...html.matchAll(/dashboard\.stripe\.com\/disputes\/(\w+)"/g)].map(([, id]) => id);
  expect(order).toEqual(["du_late", "du_asked", "du_open", "du_won"]);
  for (const text of [
    "Needs a response",
    "Accept it, or answer with evidence. No refund.",
    "Refund it, which settles it, or answer.",
    "product not received",
    "£97.00",
    "passed: it counts as lost",
    `href="/ops/customers/${userId}"`,
  ]) {
    expect(html).toContain(text);
  }
});

test("customer with disputes: their page lists them", async ({ db }) => {
  const userId = await seedDisputes(db);
  const { get } = await openOpsConsole({ db }).signIn();
  expect(await (await get(`/ops/customers/${userId}`)).text()).toContain(
    "https://dashboard.stripe.com/disputes/du_open",
  );
});

test("no disputes: says so", async ({ db }) => {
  const { get } = await openOpsConsole({ db }).signIn();
  expect(await (await get("/ops/disputes")).text()).toContain("<p>None.</p>");
});
