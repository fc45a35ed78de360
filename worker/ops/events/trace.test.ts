import { expect } from "vitest";
import type { Db } from "#db/client.ts";
import { resendEvents } from "#db/schema/emails.ts";
import { effectAttempts, outboxEvents } from "#db/schema/events.ts";
import { test } from "../../../tests/support/database.ts";
import { openOpsConsole } from "../../../tests/support/ops-client.ts";
import { seedEvent, seedIds } from "../../../tests/support/seed-event.ts";

const at = (seconds: string) => `2026-11-20T23:12:${seconds}Z`;

async function readTrace(db: Db, eventId: string) {
  const response = await (
    await openOpsConsole({ db }).signIn()
  ).get(`/ops/events/${eventId}/trace`);
  const html = await response.text();
  const rows = [...html.matchAll(/<tr class.*?<\/tr>/g)].map(([row]) => {
    const [, bar] = /<rect class="bar (?<bar>.*?) height/.exec(row) ?? [];
    const cells = [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = ""]) =>
      cell.replaceAll(/<[^>]+>/g, ""),
    );
    return [...cells.filter((cell) => cell !== ""), bar?.replaceAll('"', "") ?? "no bar"].join(
      " | ",
    );
  });
  return { status: response.status, html, rows };
}

test("trace: lists the steps of a request's events, with a bar for each", async ({ db }) => {
  const { correlationId } = seedIds();
  const first = await seedEvent(db, {
    event: { occurredAt: at("50.000"), dispatchedAt: at("51.000") },
    effects: [
      { effect: "audit", status: "completed", completedAt: at("51.000") },
      {
        effect: "send-auto-reply",
        status: "completed",
        attempts: 2,
        worker: "w",
        startedAt: at("55.000"),
        completedAt: at("56.000"),
        externalId: "re_1",
      },
      { effect: "send-team-notification", attempts: 2, worker: "w", startedAt: at("58.000") },
    ],
  });
  const attempt = { eventId: first.eventId, worker: "w" };
  await db.insert(effectAttempts).values([
    {
      ...attempt,
      effect: "send-auto-reply",
      number: 1,
      startedAt: at("51.000"),
      endedAt: at("53.000"),
      outcome: "failed",
      httpStatus: 500,
    },
    {
      ...attempt,
      effect: "send-auto-reply",
      number: 2,
      startedAt: at("55.000"),
      endedAt: at("56.000"),
      outcome: "completed",
    },
    { ...attempt, effect: "send-team-notification", number: 1, startedAt: at("52.000") },
  ]);
  await db.insert(resendEvents).values([
    { id: "msg_1", type: "email.sent", emailId: "re_1", occurredAt: at("55.500") },
    { id: "msg_2", type: "email.delivered", emailId: "re_1", occurredAt: at("57.000") },
  ]);
  await seedEvent(db, {
    last: "F",
    event: { correlationId, type: "CallArranged", occurredAt: at("55.000") },
    effects: [{ effect: "audit", status: "skipped", completedAt: at("59.000") }],
  });
  await seedEvent(db, { last: "G", event: { type: "InvoicePaid" } });

  const { html, rows } = await readTrace(db, first.eventId);
  // The console's clock says 23:13:00.
  expect(rows).toEqual([
    "Sent an enquiry, 3D4E | 0 ms | – | stuck | pending x=0 width=1000",
    "Publish and dispatch | 0 ms | 1.0 s | completed | completed x=0 width=100",
    "Audit log entry | 1.0 s | 0 ms | completed | completed x=100 width=6",
    "Auto-reply email, attempt 1 | 1.0 s | 2.0 s | failed, to be retried, HTTP 500 | dead_lettered x=100 width=200",
    "Email to the team about an enquiry, attempt 1 | 2.0 s | 0 ms | no result: its worker stopped | dead_lettered x=200 width=6",
    "Auto-reply email, attempt 2 | 5.0 s | 1.0 s | completed | completed x=500 width=100",
    "Auto-reply email: delivery | 5.0 s | 2.0 s | delivered | completed x=500 width=200",
    "Email to the team about an enquiry, attempt 2 | 8.0 s | – | no result yet | pending x=800 width=200",
    "Strategy call arranged, 3D4F | 5.0 s | – | stuck | pending x=500 width=500",
    "Publish and dispatch | 5.0 s | – | waiting | pending x=500 width=500",
    "Audit log entry | 9.0 s | 0 ms | ignored | skipped x=900 width=6",
  ]);
  expect(html).not.toContain("The clocks differ");
  expect((await readTrace(db, seedIds("F").eventId)).rows).toEqual(rows);
});

test("trace of clocks that differ: shows no step before its event, and says so", async ({ db }) => {
  const { eventId } = await seedEvent(db, {
    event: { occurredAt: at("50.000"), dispatchedAt: at("49.900"), deadLetteredAt: at("51.000") },
    effects: [
      {
        effect: "audit",
        status: "dead_lettered",
        attempts: 1,
        worker: "w",
        startedAt: at("49.950"),
      },
    ],
  });
  await db.insert(effectAttempts).values({
    eventId,
    effect: "audit",
    number: 1,
    worker: "w",
    startedAt: at("49.950"),
    endedAt: at("51.000"),
    outcome: "dead_lettered",
  });
  const { html, rows } = await readTrace(db, eventId);
  expect(rows).toEqual([
    "Sent an enquiry, 3D4E | 0 ms | 1.0 s | failed | dead_lettered x=0 width=1000",
    "Publish and dispatch | 0 ms | 0 ms | completed | completed x=0 width=6",
    "Audit log entry | 0 ms | 1.0 s | failed | dead_lettered x=0 width=1000",
  ]);
  expect(html).toContain("The clocks differ");
});

test("trace of an event that waits: shows that its effects have not begun", async ({ db }) => {
  const { eventId } = await seedEvent(db, {
    event: {
      occurredAt: at("59.000"),
      traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    },
    effects: [{ effect: "audit" }],
  });
  const { html, rows } = await readTrace(db, eventId);
  expect(rows.at(-1)).toBe("Audit log entry | – | – | waiting | no bar");
  expect(html).toContain("<code>4bf92f3577b34da6a3ce929d0e0e4736</code>");
  expect((await readTrace(db, seedIds("Z").eventId)).status).toBe(404);
});

test("trace of a request with more than 50 events: shows the oldest, and says so", async ({
  db,
}) => {
  const { eventId } = await seedEvent(db);
  const [row] = await db.select().from(outboxEvents);
  if (row === undefined) throw new Error("Bug: no event");
  await db
    .insert(outboxEvents)
    .values(Array.from({ length: 50 }, (_, i) => ({ ...row, id: `${row.id}${i}` })));
  const { html, rows } = await readTrace(db, eventId);
  expect(rows.filter((text) => text.startsWith("Sent an enquiry"))).toHaveLength(50);
  expect(html).toContain("The request has more events");
});
