import { describe, expect } from "vitest";
import type { Db } from "#db/client.ts";
import { orders, refundRequests } from "#db/schema/billing.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { insertAccountRow } from "../../../tests/support/customer-rows.ts";
import { test } from "../../../tests/support/database.ts";
import { openOpsConsole } from "../../../tests/support/ops-client.ts";
import { seedEvent, seedIds } from "../../../tests/support/seed-event.ts";
import { seedRefundRequest } from "../../../tests/support/seed-refund.ts";

const page = `/ops/events/${seedIds().eventId}`;
const REASON: [string, string] = ["reason", "within the guarantee"];

const stateOf = async (db: Db) => (await db.select().from(refundRequests))[0]?.state;
const typesOf = async (db: Db) =>
  (await db.select({ type: outboxEvents.type }).from(outboxEvents)).map(({ type }) => type);

describe("refund request in the ops console", () => {
  test("shows the amount in the invoice's currency, the time and the message as text", async ({
    db,
  }) => {
    await seedRefundRequest(db, { message: "<script>alert(1)</script>\nSorry & bye" });
    await db.update(orders).set({ currency: "eur" });
    const { get } = await openOpsConsole({ db }).signIn();
    const html = await (await get(page)).text();
    const [decision = "", event = ""] = html.split("<h2>Event</h2>");
    expect(decision).toContain("Approve…");
    expect(decision).not.toMatch(/class="state|Replay/);
    expect(event).toMatch(/class="state stuck">.*Replay…/s);
    expect(event).not.toContain("Approve…");
    for (const text of [
      "Refund request",
      "€184.99",
      "3 days after the first payment, of 14 that the guarantee lasts",
      "Awaiting a decision",
      "&lt;script&gt;alert(1)&lt;/script&gt;\nSorry &amp; bye",
      `href="${page}/refund/approve"`,
      `href="${page}/refund/decline"`,
    ]) {
      expect(html).toContain(text);
    }
    expect(html).not.toContain("<script>alert");
  });

  test("shows the message on the event's page only", async ({ db }) => {
    await seedRefundRequest(db);
    const { get } = await openOpsConsole({ db }).signIn();
    for (const path of ["/ops/events", `${page}/refund/approve`, `${page}/refund/decline`]) {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(await response.text()).not.toContain("hoped");
    }
  });

  test("request without a message: says so, and can be decided", async ({ db }) => {
    await seedRefundRequest(db, { message: null });
    const userId = await insertAccountRow(db, { email: "ada@shop.example", isProven: true });
    await db.update(refundRequests).set({ userId });
    const { get, send } = await openOpsConsole({ db }).signIn();
    const html = await (await get(page)).text();
    expect(html).toContain("The customer gave no reason.");
    expect(html).not.toContain("erased");
    expect((await send(`${page}/refund/approve`, [REASON])).status).toBe(303);
    expect(await stateOf(db)).toBe("approved");
  });

  test("message erased: says so", async ({ db }) => {
    await seedRefundRequest(db, { message: null });
    const { get } = await openOpsConsole({ db }).signIn();
    expect(await (await get(page)).text()).toContain("erased with the account");
  });

  test.for([
    ["approve", "approved", "RefundApproved", "Approved."],
    ["decline", "declined", "RefundDeclined", "Declined."],
  ] as const)("can be decided: %s", async ([decision, state, type, notice], { db }) => {
    await seedRefundRequest(db);
    const { get, send } = await openOpsConsole({ db }).signIn("Ada");
    const response = await send(`${page}/refund/${decision}`, [REASON]);
    expect(response.status).toBe(303);
    expect(await stateOf(db)).toBe(state);
    expect((await typesOf(db)).toSorted()).toEqual(["RefundRequested", type].toSorted());
    const html = await (await get(response.headers.get("location") ?? "")).text();
    expect(html).toContain(notice);
    expect(html).toContain(`refund.${state}`);
    expect(html).toContain("within the guarantee");
    expect(html).not.toContain("Approve…");
    expect(html.indexOf('class="state')).toBeLessThan(html.indexOf("Refund request"));
    const secondPage = await (await get(`${page}/refund/${decision}`)).text();
    expect(secondPage).toContain("already been decided");
    expect(secondPage).not.toContain("<textarea");
  });

  test("says that the customer reads the reason for a decline", async ({ db }) => {
    await seedRefundRequest(db);
    const { get } = await openOpsConsole({ db }).signIn();
    expect(await (await get(`${page}/refund/decline`)).text()).toContain(
      "The email to the customer quotes your reason.",
    );
  });

  test("second decision: shows the first and changes nothing", async ({ db }) => {
    await seedRefundRequest(db);
    const opsConsole = openOpsConsole({ db });
    const [ada, grace] = [await opsConsole.signIn("Ada"), await opsConsole.signIn("Grace")];
    await ada.send(`${page}/refund/approve`, [REASON]);
    const response = await grace.send(`${page}/refund/decline`, [REASON]);
    const html = await (await grace.get(response.headers.get("location") ?? "")).text();
    expect(html).toContain("Someone has already decided this");
    expect(await stateOf(db)).toBe("approved");
  });

  test("without a reason: rejected", async ({ db }) => {
    await seedRefundRequest(db);
    const { send } = await openOpsConsole({ db }).signIn();
    const response = await send(`${page}/refund/approve`, []);
    expect(response.status).toBe(422);
    expect(await response.text()).toContain("Give a reason");
    expect(await stateOf(db)).toBe("asked");
  });

  test("other events have no refund decision", async ({ db }) => {
    await seedEvent(db);
    const { get, send } = await openOpsConsole({ db }).signIn();
    expect(await (await get(page)).text()).not.toContain("Refund request");
    expect((await get(`${page}/refund/approve`)).status).toBe(404);
    expect((await send(`${page}/refund/approve`, [REASON])).status).toBe(404);
    const missing = "/ops/events/evt_01KAHX2J3V7W8R9T0A1B2C3D4Z/refund/decline";
    expect((await get(missing)).status).toBe(404);
  });
});

describe("list of pending refund requests", () => {
  test("lists the pending requests with their number", async ({ db }) => {
    await seedRefundRequest(db, { last: "A" });
    await seedRefundRequest(db, { last: "B" });
    await seedRefundRequest(db, { last: "C", state: "declined" });
    await seedEvent(db, { last: "D" });
    const { get } = await openOpsConsole({ db }).signIn();
    const all = await (await get("/ops/events")).text();
    expect(all).toMatch(
      /href="\/ops\/events\?view=refunds"[^>]*>Refunds to decide<span class="count figures">2</,
    );
    const html = await (await get("/ops/events?view=refunds")).text();
    for (const [last, isThere] of [
      ["A", true],
      ["B", true],
      ["C", false],
      ["D", false],
    ] as const) {
      expect(html.includes(seedIds(last).eventId), last).toBe(isThere);
    }
    expect(html).toMatch(/aria-current="true"[^>]*>Refunds to decide/);
  });
});
