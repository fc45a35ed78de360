import { expect } from "vitest";
import { replays } from "#db/schema/events.ts";
import { test } from "../../tests/support/database.ts";
import { seedEvent } from "../../tests/support/seed-event.ts";
import { completeEvents } from "./complete-events.ts";

test("returns the events that this call ended, and whether an operator replayed them", async ({
  db,
}) => {
  const done = { effect: "audit", status: "done" } as const;
  const dead = { effect: "send-auto-reply", status: "dead" } as const;
  const event = { occurredAt: new Date(Date.now() - 100_000).toISOString() };
  const { eventId: first } = await seedEvent(db, { last: "A", event, effects: [done] });
  const { eventId: second } = await seedEvent(db, { last: "B", event, effects: [done, dead] });
  const { eventId: open } = await seedEvent(db, { last: "C", effects: [{ effect: "audit" }] });
  await db.insert(replays).values({
    id: "rpl_1",
    eventId: second,
    effect: "send-auto-reply",
    requestedBy: "Ada",
    reason: "the provider is back",
    previousStatus: "dead",
    at: event.occurredAt,
  });
  const ended = await completeEvents(db, [first, second, open]);
  const ofType = { type: "ContactSubmitted" };
  expect(ended).toHaveLength(2);
  expect(ended).toContainEqual(
    expect.objectContaining({
      ...ofType,
      isDead: false,
      isReplayed: false,
      tookS: expect.closeTo(100, -1.5) as number,
    }),
  );
  expect(ended).toContainEqual(
    expect.objectContaining({ ...ofType, isDead: true, isReplayed: true }),
  );
  expect(await completeEvents(db, [first, second, open])).toEqual([]);
});
