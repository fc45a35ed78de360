import { expect } from "vitest";
import { refundRequests } from "#db/schema/billing.ts";
import { insertCustomer, insertSubscription } from "../../../tests/support/customer-rows.ts";
import { test } from "../../../tests/support/database.ts";
import { openOpsConsole } from "../../../tests/support/ops-client.ts";

const URL = "/ops/customers/cus_1/refund/sub_1";

async function seed(db: Parameters<typeof insertCustomer>[0], collectedPence: number) {
  await insertCustomer(db, { id: "cus_1", email: "grace@navy.example" });
  await insertSubscription(db, { id: "sub_1", customerId: "cus_1" });
  await db.execute(`update orders set collected_pence = ${String(collectedPence)}`);
}

test("refund started by an operator: pressed twice at once, one refund with one event, audited with its reason", async ({
  db,
  database,
}) => {
  await seed(db, 184_99);
  const { get, send } = await openOpsConsole({ db }).signIn();
  expect(await (await get("/ops/customers/cus_1")).text()).toContain(`href="${URL}"`);
  expect(await (await get(URL)).text()).toContain("Refund £184.99");
  expect((await send(URL, [["reason", " "]])).status).toBe(422);
  const presses = [1, 2].map(() => send(URL, [["reason", "we missed the first month"]]));
  const places = (await Promise.all(presses)).map(({ headers }) => headers.get("location") ?? "");
  expect(places.toSorted((one, other) => one.localeCompare(other))).toEqual([
    "/ops/customers/cus_1?notice=asked_before",
    "/ops/customers/cus_1?notice=started",
  ]);
  expect(await db.select().from(refundRequests)).toMatchObject([
    { subscriptionId: "sub_1", state: "approved", amountPence: 184_99 },
  ]);
  const { rows: events } = await database.query(
    "select type, actor, payload->>'amountPence' as pence from outbox_events",
  );
  expect(events).toEqual([
    { type: "RefundApproved", actor: { kind: "ops", name: "Ada" }, pence: "18499" },
  ]);
  const { rows: audit } = await database.query(
    "select action, data->>'reason' as reason from audit_log",
  );
  expect(audit).toEqual([{ action: "refund.started", reason: "we missed the first month" }]);
  expect(await (await get(URL)).text()).toContain("asked for or started before");
});

test("refund of what a dispute held: its event is listed once Stripe allows it, and approves it again", async ({
  db,
  database,
}) => {
  await seed(db, 184_99);
  const { get, send } = await openOpsConsole({ db }).signIn();
  await send(URL, [["reason", "we missed the first month"]]);
  await db.update(refundRequests).set({ state: "disputed" });
  const html = await (await get("/ops/events?view=refunds")).text();
  const [, eventId = ""] = /href="\/ops\/events\/(evt_\w+)"/.exec(html) ?? [];
  const again = await send(`/ops/events/${eventId}/refund/approve`, [
    ["reason", "dispute is over"],
  ]);
  expect(again.headers.get("location")).toContain("refund_approved");
  const { rows } = await database.query("select from outbox_events where type = 'RefundApproved'");
  expect(rows).toHaveLength(2);
});

test.for([
  { title: "nothing is left", pence: 0, path: URL, expected: "notice=nothing_paid" },
  {
    title: "unknown subscription",
    pence: 1,
    path: "/ops/customers/cus_1/refund/sub_2",
    expected: null,
  },
])("refund where $title: nothing changes", async ({ pence, path, expected }, { db }) => {
  await seed(db, pence);
  const { send } = await openOpsConsole({ db }).signIn();
  const response = await send(path, [["reason", "we missed the first month"]]);
  if (expected === null) expect(response.status).toBe(404);
  else expect(response.headers.get("location")).toContain(expected);
  expect(await db.select().from(refundRequests)).toEqual([]);
});

test("refund by a viewer or without a recent code: nothing changes", async ({ db }) => {
  await seed(db, 184_99);
  const opsConsole = openOpsConsole({ db });
  const viewer = await opsConsole.signIn("viewer");
  expect((await viewer.send(URL, [["reason", "for fun"]])).status).toBe(403);
  const ada = await opsConsole.signIn();
  opsConsole.wait(11 * 60_000);
  const asked = await ada.send(URL, [["reason", "we missed the first month"]]);
  expect(await asked.text()).toContain("Confirm with a code");
  expect(await db.select().from(refundRequests)).toEqual([]);
});
