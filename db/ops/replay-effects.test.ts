import { sql } from "drizzle-orm";
import pg from "pg";
import { describe, expect } from "vitest";
import type { Id } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import { auditLog, eventEffects, outboxEvents, replays } from "#db/schema/events.ts";
import { test } from "../../tests/support/database.ts";
import { seedEvent, seedIds } from "../../tests/support/seed-event.ts";
import { claimDueEvents } from "../events/change-due-events.ts";
import { type ReplayChoice, replayEffects } from "./replay-effects.ts";

const EVENT = seedIds().eventId;

const replayId = (last: string): Id<"replay"> => `rpl_01KAHX2J3V7W8R9T0A1B2C3D4${last}`;

function choice(effect: string, seen: ReplayChoice["seen"], last = "A"): ReplayChoice {
  return { replayId: replayId(last), effect, seen };
}

const deadLettered = { status: "dead_lettered", attempts: 5 } as const;

function ask(
  db: Db,
  effects: ReplayChoice[],
  more: Partial<Parameters<typeof replayEffects>[1]> = {},
) {
  return replayEffects(db, {
    eventId: EVENT,
    effects,
    wholeEvent: null,
    requestedBy: "Ada",
    reason: "the provider is back",
    mayRunTwice: false,
    ...more,
  });
}

const effectRows = (db: Db) => db.select().from(eventEffects).orderBy(eventEffects.effect);
const hoursAgo = (hours: number) => sql<string>`now() - ${hours}::int * interval '1 hour'`;

async function failedEvent(db: Db, firstAttemptHoursAgo = 1): Promise<void> {
  await seedEvent(db, {
    event: { deadLetteredAt: "2026-11-20T23:20:00Z" },
    effects: [
      { effect: "audit", status: "completed", attempts: 1, completedAt: "2026-11-20T23:13:01Z" },
      { effect: "send-auto-reply", status: "completed", attempts: 1, externalId: "re_1" },
      {
        effect: "send-team-notification",
        status: "dead_lettered",
        attempts: 5,
        lastError: "MailRejected: invalid_from",
      },
    ],
  });
  await db.execute(sql`update event_effects set first_attempt_at = ${hoursAgo(firstAttemptHoursAgo)}
    where effect = 'send-team-notification'`);
}

describe("replaying effects", () => {
  test("a failed effect becomes pending and due; completed ones stay; the books name operator, reason and state", async ({
    db,
  }) => {
    await failedEvent(db);
    const before = await effectRows(db);

    expect(await ask(db, [choice("send-team-notification", deadLettered)])).toEqual({
      outcome: "replayed",
      effects: ["send-team-notification"],
    });

    const after = await effectRows(db);
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
    expect(after[2]).toMatchObject({
      status: "pending",
      attempts: 5,
      lastError: "MailRejected: invalid_from",
      firstAttemptAt: before[2]?.firstAttemptAt,
    });
    const due = await db
      .select({ id: outboxEvents.id, deadLetteredAt: outboxEvents.deadLetteredAt })
      .from(outboxEvents)
      .where(sql`next_publish_at <= now() and completed_at is null`);
    expect(due).toEqual([{ id: EVENT, deadLetteredAt: null }]);

    expect(await db.select().from(replays)).toMatchObject([
      {
        id: replayId("A"),
        eventId: EVENT,
        effect: "send-team-notification",
        requestedBy: "Ada",
        reason: "the provider is back",
        previousStatus: "dead_lettered",
      },
    ]);
    expect(await db.select().from(auditLog)).toMatchObject([
      {
        eventId: EVENT,
        action: "replay.requested",
        actor: { kind: "ops", name: "Ada" },
        subjectId: seedIds().submissionId,
        data: {
          reason: "the provider is back",
          effects: ["send-team-notification"],
          before: [
            {
              effect: "send-team-notification",
              status: "dead_lettered",
              attempts: 5,
              error: "MailRejected: invalid_from",
            },
          ],
        },
      },
    ]);
    // From the second publication on the relay removes a finished job, which would swallow the new
    // one.
    expect(await claimDueEvents(db, 10)).toMatchObject([{ id: EVENT, publishCount: 2 }]);
  });

  test("wakes the relay", async ({ db, database }) => {
    await failedEvent(db);
    const listener = new pg.Client({ connectionString: database.url });
    await listener.connect();
    try {
      await listener.query("listen outbox_events");
      const woken = new Promise((resolve) => listener.once("notification", resolve));
      await ask(db, [choice("send-team-notification", deadLettered)]);
      await woken;
    } finally {
      await listener.end();
    }
  });

  test("twice in a row: runs once, then reports nothing to do", async ({ db }) => {
    await failedEvent(db);
    await ask(db, [choice("send-team-notification", deadLettered, "A")]);
    const afterFirst = await effectRows(db);

    expect(await ask(db, [choice("send-team-notification", deadLettered, "B")])).toEqual({
      outcome: "nothing_to_do",
    });

    expect(await effectRows(db)).toEqual(afterFirst);
    expect(await db.select().from(replays)).toHaveLength(1);
    const actions = await db.select({ action: auditLog.action }).from(auditLog);
    expect(actions.map((row) => row.action)).toEqual(["replay.requested", "replay.nothing_to_do"]);
  });

  test("many at once: runs once", async ({ db }) => {
    await failedEvent(db);
    const outcomes = await Promise.all(
      ["A", "B", "C", "D"].map((last) =>
        ask(db, [choice("send-team-notification", deadLettered, last)]),
      ),
    );
    expect(outcomes.map((result) => result.outcome).toSorted()).toEqual([
      "nothing_to_do",
      "nothing_to_do",
      "nothing_to_do",
      "replayed",
    ]);
    expect(await db.select().from(replays)).toHaveLength(1);
  });

  test("a completed or skipped effect never runs again", async ({ db }) => {
    await seedEvent(db, {
      effects: [
        { effect: "send-auto-reply", status: "completed", attempts: 5 },
        { effect: "send-team-notification", status: "skipped", attempts: 5 },
      ],
    });
    const before = await effectRows(db);
    expect(
      await ask(db, [
        choice("send-auto-reply", deadLettered, "A"),
        choice("send-team-notification", deadLettered, "B"),
      ]),
    ).toEqual({ outcome: "nothing_to_do" });
    expect(await effectRows(db)).toEqual(before);
  });

  test("runs only the chosen effects", async ({ db }) => {
    await seedEvent(db, {
      event: { deadLetteredAt: "2026-11-20T23:20:00Z" },
      effects: [
        { effect: "send-auto-reply", status: "dead_lettered", attempts: 5 },
        { effect: "send-team-notification", status: "dead_lettered", attempts: 5 },
      ],
    });
    await ask(db, [choice("send-auto-reply", deadLettered)]);
    expect((await effectRows(db)).map((row) => row.status)).toEqual(["pending", "dead_lettered"]);
  });

  test("makes a pending effect due at once, and once only until it begins", async ({ db }) => {
    await seedEvent(db, {
      effects: [{ effect: "send-team-notification", status: "pending", attempts: 3 }],
    });
    const chosen = choice("send-team-notification", { status: "pending", attempts: 3 });
    expect(await ask(db, [chosen])).toMatchObject({ outcome: "replayed" });
    expect(await ask(db, [chosen])).toEqual({ outcome: "nothing_to_do" });
    expect(await effectRows(db)).toMatchObject([{ status: "pending", attempts: 3 }]);
  });

  test("a completed event: changes nothing", async ({ db }) => {
    await seedEvent(db, {
      event: { completedAt: "2026-11-20T23:13:02Z" },
      effects: [{ effect: "audit", status: "completed", attempts: 1 }],
    });
    const before = await db.select().from(outboxEvents);
    expect(await ask(db, [choice("audit", deadLettered)])).toEqual({ outcome: "nothing_to_do" });
    expect(await db.select().from(outboxEvents)).toEqual(before);
  });

  test("asks for confirmation once the idempotency key may have expired", async ({ db }) => {
    await failedEvent(db, 24);
    const before = await effectRows(db);

    expect(await ask(db, [choice("send-team-notification", deadLettered)])).toEqual({
      outcome: "confirmation_needed",
    });
    expect(await effectRows(db)).toEqual(before);
    expect(await db.select().from(auditLog)).toEqual([]);

    expect(
      await ask(db, [choice("send-team-notification", deadLettered)], { mayRunTwice: true }),
    ).toMatchObject({
      outcome: "replayed",
    });
    expect((await effectRows(db))[2]).toMatchObject({ status: "pending", firstAttemptAt: null });
  });

  test("publishes a dead-lettered event again, once", async ({ db }) => {
    await seedEvent(db, {
      event: { deadLetteredAt: "2026-11-20T23:20:00Z", lastError: "unreadable" },
    });
    const request = { wholeEvent: { replayId: replayId("A") } };

    expect(await ask(db, [], request)).toEqual({ outcome: "replayed", effects: ["event"] });
    expect(await db.select().from(outboxEvents)).toMatchObject([
      { deadLetteredAt: null, lastError: null },
    ]);
    expect(await db.select().from(replays)).toMatchObject([
      { effect: "event", previousStatus: "dead_lettered" },
    ]);

    expect(await ask(db, [], { wholeEvent: { replayId: replayId("B") } })).toEqual({
      outcome: "nothing_to_do",
    });
  });

  test("rejects an empty reason", async ({ db }) => {
    await failedEvent(db);
    const before = await effectRows(db);
    await expect(
      ask(db, [choice("send-team-notification", deadLettered)], { reason: "  " }),
    ).rejects.toThrow("too_small");
    expect(await effectRows(db)).toEqual(before);
  });

  test("an unknown event: not found", async ({ db }) => {
    expect(await ask(db, [choice("send-team-notification", deadLettered)])).toEqual({
      outcome: "not_found",
    });
    expect(await db.select().from(auditLog)).toEqual([]);
  });
});
