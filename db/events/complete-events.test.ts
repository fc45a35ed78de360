import { expect } from "vitest";
import { replays } from "#db/schema/events.ts";
import { test } from "../../tests/support/database.ts";
import { seedEvent } from "../../tests/support/seed-event.ts";
import { completeEvents } from "./complete-events.ts";

test("returns the events that this call ended, and whether an operator replayed them", async ({
  db,
}) => {
  const completed = { effect: "audit", status: "completed" } as const;
  const deadLettered = { effect: "send-auto-reply", status: "dead_lettered" } as const;
  const event = { occurredAt: new Date(Date.now() - 100_000).toISOString() };
  const { eventId: first } = await seedEvent(db, { last: "A", event, effects: [completed] });
  const { eventId: second } = await seedEvent(db, {
    last: "B",
    event,
    effects: [completed, deadLettered],
  });
  const { eventId: open } = await seedEvent(db, { last: "C", effects: [{ effect: "audit" }] });
  await db.insert(replays).values({
    id: "rpl_1",
    eventId: second,
    effect: "send-auto-reply",
    requestedBy: "Ada",
    reason: "the provider is back",
    previousStatus: "dead_lettered",
    at: event.occurredAt,
  });
  const ended = await completeEvents(db, [first, second, open]);
  const ofType = { type: "ContactSubmitted" };
  expect(ended).toHaveLength(2);
  expect(ended).toContainEqual(
    expect.objectContaining({
      ...ofType,
      isDeadLettered: false,
      isReplayed: false,
      tookS: expect.closeTo(100, -1.5) as number,
    }),
  );
  expect(ended).toContainEqual(
    expect.objectContaining({ ...ofType, isDeadLettered: true, isReplayed: true }),
  );
  expect(await completeEvents(db, [first, second, open])).toEqual([]);
});
