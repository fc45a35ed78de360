import { describe, expect } from "vitest";
import type { Db } from "#db/client.ts";
import { auditLog, eventEffects, outboxEvents } from "#db/schema/events.ts";
import { test } from "../../tests/support/database.ts";
import { seedEvent, seedIds } from "../../tests/support/seed-event.ts";
import { ignoreEvent, restoreIgnoredEvent } from "./ignore-event.ts";

const ask = (db: Db, reason = "the customer was answered by telephone") =>
  ignoreEvent(db, { eventId: seedIds().eventId, requestedBy: "Ada", reason });

async function statuses(db: Db): Promise<Record<string, string>> {
  const rows = await db.select().from(eventEffects);
  return Object.fromEntries(rows.map((row) => [row.effect, row.status]));
}

describe("ignoring an event", () => {
  test("skips failed effects, keeps completed ones, completes the event", async ({ db }) => {
    await seedEvent(db, {
      event: { deadLetteredAt: "2026-11-20T23:20:00Z" },
      effects: [
        { effect: "send-auto-reply", status: "completed", attempts: 1 },
        {
          effect: "send-team-notification",
          status: "dead_lettered",
          attempts: 5,
          lastError: "MailRejected",
        },
      ],
    });
    expect(await ask(db)).toEqual({ outcome: "ignored", effects: ["send-team-notification"] });
    expect(await statuses(db)).toEqual({
      "send-auto-reply": "completed",
      "send-team-notification": "skipped",
    });
    expect(await db.select().from(outboxEvents)).toMatchObject([
      { deadLetteredAt: null, completedAt: expect.any(String) },
    ]);
    expect(await db.select().from(auditLog)).toMatchObject([
      {
        action: "ignore.requested",
        actor: { kind: "ops", name: "Ada" },
        data: {
          reason: "the customer was answered by telephone",
          before: [
            {
              effect: "send-team-notification",
              status: "dead_lettered",
              attempts: 5,
              error: "MailRejected",
            },
          ],
        },
      },
    ]);
  });

  test("leaves a running effect to finish, and the event open until then", async ({ db }) => {
    await seedEvent(db, {
      effects: [
        { effect: "send-auto-reply", status: "pending", attempts: 1 },
        { effect: "send-team-notification", status: "dead_lettered", attempts: 5 },
      ],
    });
    expect(await ask(db)).toEqual({ outcome: "ignored", effects: ["send-team-notification"] });
    expect(await statuses(db)).toEqual({
      "send-auto-reply": "pending",
      "send-team-notification": "skipped",
    });
    expect(await db.select().from(outboxEvents)).toMatchObject([
      { deadLetteredAt: null, completedAt: null },
    ]);
  });

  test("completes an open event whose other effects are completed", async ({ db }) => {
    await seedEvent(db, {
      effects: [
        { effect: "send-auto-reply", status: "completed", attempts: 1 },
        { effect: "send-team-notification", status: "dead_lettered", attempts: 5 },
      ],
    });
    await ask(db);
    expect(await db.select().from(outboxEvents)).toMatchObject([
      { completedAt: expect.any(String) },
    ]);
  });

  test("completes a dead-lettered event without effects", async ({ db }) => {
    await seedEvent(db, {
      event: { deadLetteredAt: "2026-11-20T23:20:00Z", lastError: "unreadable" },
    });
    expect(await ask(db)).toEqual({ outcome: "ignored", effects: [] });
    expect(await db.select().from(outboxEvents)).toMatchObject([
      { deadLetteredAt: null, completedAt: expect.any(String), lastError: "unreadable" },
    ]);
  });

  test("twice, or without a failure: changes nothing and says so", async ({ db }) => {
    await seedEvent(db, {
      event: { deadLetteredAt: "2026-11-20T23:20:00Z" },
      effects: [{ effect: "send-team-notification", status: "dead_lettered", attempts: 5 }],
    });
    await ask(db);
    const afterFirst = await db.select().from(outboxEvents);
    expect(await ask(db)).toEqual({ outcome: "nothing_to_do" });
    expect(await db.select().from(outboxEvents)).toEqual(afterFirst);
    const actions = await db.select({ action: auditLog.action }).from(auditLog);
    expect(actions.map((row) => row.action)).toEqual(["ignore.requested", "ignore.nothing_to_do"]);
  });

  test("rejects an empty reason", async ({ db }) => {
    await seedEvent(db, {
      event: { deadLetteredAt: "2026-11-20T23:20:00Z" },
      effects: [{ effect: "send-team-notification", status: "dead_lettered", attempts: 5 }],
    });
    await expect(ask(db, "")).rejects.toThrow("too_small");
    expect(await statuses(db)).toEqual({ "send-team-notification": "dead_lettered" });
  });

  test("an unknown event: not found", async ({ db }) => {
    expect(await ask(db)).toEqual({ outcome: "not_found" });
  });
});

test("ignored event taken back: its effects count as failed and may be replayed; once, with its reason", async ({
  db,
  database,
}) => {
  const { eventId } = seedIds();
  await seedEvent(db, {
    event: { deadLetteredAt: "2026-11-20T23:00:00.000Z" },
    effects: [
      { effect: "send-auto-reply", status: "dead_lettered", attempts: 5 },
      { effect: "audit", status: "completed", attempts: 1 },
    ],
  });
  const request = { eventId, requestedBy: "Ada", reason: "pressed the wrong one" };
  await ignoreEvent(db, request);
  expect(await restoreIgnoredEvent(db, request)).toBe("restored");
  expect(await restoreIgnoredEvent(db, request)).toBe("nothing_to_do");
  const { rows } = await database.query(
    `select completed_at is null as "isOpen", dead_lettered_at is not null as "isFailed", (
       select jsonb_object_agg(effect, status) from event_effects
     ) as effects from outbox_events`,
  );
  expect(rows).toEqual([
    {
      isOpen: true,
      isFailed: true,
      effects: { "send-auto-reply": "dead_lettered", audit: "completed" },
    },
  ]);
  const { rows: audit } = await database.query(
    "select action, data->>'reason' as reason from audit_log where action like 'ignore.%' order by id",
  );
  expect(audit.map(({ action }) => action)).toEqual([
    "ignore.requested",
    "ignore.undone",
    "ignore.nothing_to_do",
  ]);
});
