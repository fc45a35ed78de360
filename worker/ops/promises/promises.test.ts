import { expect } from "vitest";
import { newEvent } from "#contracts/events/new-event.ts";
import { recordCall } from "#db/calls/record-call.ts";
import type { Db } from "#db/client.ts";
import { promises } from "#db/schema/promises.ts";
import { test, type TestDatabase } from "../../../tests/support/database.ts";
import { openOpsConsole } from "../../../tests/support/ops-client.ts";
import { CHECKOUT, seedOpsCustomer } from "../../../tests/support/ops-customer.ts";
import { newId } from "../../../tests/support/pipeline.ts";
import { seedEnquiry, seedEvent, seedIds } from "../../../tests/support/seed-event.ts";

// The console's clock starts on 2026-11-20 at 23:13.
const LATE = "2026-11-20T20:13:00.000Z";
const TOMORROW = "2026-11-21T23:13:00.000Z";

async function seedPromise(db: Db, promise: Partial<typeof promises.$inferInsert> = {}) {
  const { submissionId, eventId } = seedIds();
  const [row] = await db
    .insert(promises)
    .values({
      rule: "answer-enquiry",
      subjectId: submissionId,
      startedByEvent: eventId,
      startedAt: "2026-11-19T20:13:00.000Z",
      warnAt: "2026-11-20T18:00:00.000Z",
      dueAt: LATE,
      ...promise,
    })
    .returning({ id: promises.id });
  return String(row?.id);
}

const ofSubscription = {
  subjectId: "sub_1",
  startedByEvent: CHECKOUT,
  warnAt: TOMORROW,
  dueAt: TOMORROW,
} as const;

async function eventsIn({ query }: TestDatabase) {
  const { rows } = await query<{ type: string }>(
    `select type, aggregate_type as kind, aggregate_id as id, actor, payload from outbox_events
     where type in ('EnquiryAnswered', 'CustomerContacted', 'CallArranged')`,
  );
  return rows;
}

test("promises: the late ones, the next ones and the kept ones, with who kept them", async ({
  db,
}) => {
  await seedOpsCustomer(db);
  await seedPromise(db);
  await seedPromise(db, { ...ofSubscription, rule: "contact-after-payment" });
  const kept = await seedPromise(db, { ...ofSubscription, rule: "arrange-call" });
  const { get, send } = await openOpsConsole({ db }).signIn();
  await send(`/ops/promises/${kept}/keep`, [["channel", "phone"]]);
  const html = await (await get("/ops/promises")).text();
  const [, late = "", next = "", done = "", times = "", people = ""] = html.split("<section>");
  expect(late).toMatch(/Late.*Answer an enquiry.*, 3 h ago.*state failed">Late/s);
  expect(next).toMatch(/Next.*Contact a customer who has paid.*, in 1 day.*state open">Open/s);
  expect(next).not.toContain("Answer an enquiry");
  expect(done).toMatch(/Kept in the last 30 days.*Arrange the 45-minute.*20 Nov 2026.*Ada</s);
  expect(times).toMatch(/Answer an enquiry<\/th><td>1<\/td><td>1<\/td><td>1 day 3 h</);
  expect(people).toMatch(/Ada<\/th><td>1<\/td><td>0<\/td><td>–</);
  expect(await (await get("/ops/overview")).text()).toMatch(
    /<dt>Late<\/dt><dd><strong>1<\/strong>.*<dt>Open<\/dt><dd>2</s,
  );
});

test("no promises: says so", async ({ db }) => {
  const { get } = await openOpsConsole({ db }).signIn();
  const html = await (await get("/ops/promises")).text();
  expect(html.match(/<p>None\.<\/p>/g)).toHaveLength(3);
  expect(html).toContain("<p>None began.</p>");
});

test("one press answers an enquiry, which keeps the promise, once", async ({ db, database }) => {
  await seedEnquiry(db, { email: "grace@navy.example" });
  await seedEvent(db);
  const id = await seedPromise(db);
  const { get, send } = await openOpsConsole({ db }).signIn();
  const { submissionId, eventId } = seedIds();
  expect(await (await get(`/ops/events/${eventId}`)).text()).toContain(
    `<a href="/ops/promises/${id}">Answer an enquiry<`,
  );
  const press = () => send(`/ops/promises/${id}/keep`, [["channel", "whatsapp"]]);
  expect((await press()).headers.get("location")).toBe(`/ops/promises/${id}?notice=kept`);
  const again = await press();
  expect(again.headers.get("location")).toBe(`/ops/promises/${id}?notice=ended_before`);
  expect(await eventsIn(database)).toEqual([
    {
      type: "EnquiryAnswered",
      kind: "form_submission",
      id: submissionId,
      actor: { kind: "ops", name: "Ada" },
      payload: { submissionId, channel: "whatsapp" },
    },
  ]);
  const html = await (await get(again.headers.get("location") ?? "")).text();
  expect(html).toContain("It was already kept or released. Nothing was changed.");
  expect(html).toMatch(/state stuck">Kept late/);
  expect(html).not.toContain("Answered by phone");
});

test("one press on a row of the list answers an enquiry, and stays on the list", async ({
  db,
  database,
}) => {
  await seedOpsCustomer(db);
  const id = await seedPromise(db);
  await seedPromise(db, { ...ofSubscription, rule: "decide-refund" });
  const { get, send } = await openOpsConsole({ db }).signIn();
  const html = await (await get("/ops/promises")).text();
  expect(html.match(/<form class="row-actions"[^>]*>/g)).toEqual([
    `<form class="row-actions" method="post" action="/ops/promises/${id}/keep">`,
  ]);
  expect(html).toContain('value="phone">Answered by phone</button>');
  const pressed = await send(`/ops/promises/${id}/keep`, [
    ["from", "list"],
    ["channel", "phone"],
  ]);
  const location = pressed.headers.get("location") ?? "";
  expect(location).toBe("/ops/promises?notice=kept");
  expect(await eventsIn(database)).toMatchObject([{ payload: { channel: "phone" } }]);
  const after = await (await get(location)).text();
  expect(after).toContain("Recorded: the promise is kept.");
  expect(after).not.toContain("row-actions");
});

test.for([
  ["contact-after-payment", "Contacted by email", "CustomerContacted"],
  ["contact-after-rejection", "Contacted by email", "CustomerContacted"],
  ["arrange-call", "Arranged by email", "CallArranged"],
] as const)("%s: kept by the press %s", async ([rule, label, type], { db, database }) => {
  await seedOpsCustomer(db);
  const id = await seedPromise(db, { ...ofSubscription, rule });
  const { get, send } = await openOpsConsole({ db }).signIn();
  expect(await (await get(`/ops/promises/${id}`)).text()).toContain(label);
  await send(`/ops/promises/${id}/keep`, [["channel", "mail"]]);
  expect(await eventsIn(database)).toMatchObject([
    {
      type,
      id: "cus_1",
      payload: { customerId: "cus_1", subscriptionId: "sub_1", channel: "mail" },
    },
  ]);
});

test("refund: kept by its decision, not by a press", async ({ db, database }) => {
  await seedOpsCustomer(db);
  const id = await seedPromise(db, { ...ofSubscription, rule: "decide-refund" });
  const { get, send } = await openOpsConsole({ db }).signIn();
  expect(await (await get(`/ops/promises/${id}`)).text()).toContain(
    `<a href="/ops/events/${CHECKOUT}">Open the event it began with</a>`,
  );
  expect((await send(`/ops/promises/${id}/keep`, [["channel", "mail"]])).status).toBe(422);
  expect(await eventsIn(database)).toEqual([]);
});

test("report: its promise leads to the reports", async ({ db }) => {
  const id = await seedPromise(db, { ...ofSubscription, rule: "send-report" });
  const { get } = await openOpsConsole({ db }).signIn();
  expect(await (await get(`/ops/promises/${id}`)).text()).toContain('href="/ops/reports"');
});

test("release: needs a reason, which the page shows", async ({ db }) => {
  const id = await seedPromise(db);
  const { get, send } = await openOpsConsole({ db }).signIn();
  const release = (reason: string) => send(`/ops/promises/${id}/release`, [["reason", reason]]);
  const refused = await release(" ");
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain("Give a reason of 3 to 500 characters.");
  const released = await release("Spam.");
  const html = await (await get(released.headers.get("location") ?? "")).text();
  expect(html).toMatch(/Released\. Nobody will be warned.*<dd>Spam\.<\/dd>/s);
});

test("viewer: sees a promise and changes nothing", async ({ db, database }) => {
  const id = await seedPromise(db);
  const { get, send } = await openOpsConsole({ db }).signIn("viewer");
  expect(await (await get(`/ops/promises/${id}`)).text()).not.toContain(`/ops/promises/${id}/`);
  expect(await (await get("/ops/promises")).text()).not.toContain(`/ops/promises/${id}/`);
  expect((await send(`/ops/promises/${id}/keep`, [["channel", "mail"]])).status).toBe(403);
  expect((await send(`/ops/promises/${id}/release`, [["reason", "Spam."]])).status).toBe(403);
  expect(await eventsIn(database)).toEqual([]);
});

test("promise with an id that no promise can have: not found", async ({ db }) => {
  const { get } = await openOpsConsole({ db }).signIn();
  for (const id of ["0", "01", "-1", "1e3", "9".repeat(15), "evt_1"]) {
    expect((await get(`/ops/promises/${id}`)).status, id).toBe(404);
  }
});

test("booked call: held at its promise, and both in the history of who booked it", async ({
  db,
  database,
}) => {
  const { userId } = await seedOpsCustomer(db);
  const caller = { userId, customerId: null, enquiryId: null };
  const context = {
    makeId: newId,
    now: () => new Date("2026-11-19T10:00:00Z"),
    correlationId: null,
  };
  const actor = { kind: "system", name: "calendly" } as const;
  const startsAt = "2026-11-23T10:00:00.000Z";
  const event = newEvent(context, "CallBooked", actor, { callId: "call_1", startsAt });
  await recordCall(db, { caller, startsAt, event });
  const { rows } = await database.query<{ id: string }>("select id from promises");
  const { get, send } = await openOpsConsole({ db }).signIn();
  const page = `/ops/promises/${rows[0]?.id ?? ""}`;
  expect(await (await get("/ops/promises")).text()).toContain("Hold the call that was booked");
  expect(await (await get(page)).text()).toContain("Held by phone");
  await send(`${page}/keep`, [["channel", "phone"]]);
  const history = await (await get(`/ops/customers/${userId}`)).text();
  expect(history).toMatch(/Booked call held.*Booked a call.*for 23 Nov 2026, 10:00:00 GMT/s);
});
