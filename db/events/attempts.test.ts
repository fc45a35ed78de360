import { describe, expect } from "vitest";
import type { Db } from "#db/client.ts";
import { effectAttempts, eventEffects } from "#db/schema/events.ts";
import { test } from "../../tests/support/database.ts";
import { seedEvent, seedIds } from "../../tests/support/seed-event.ts";
import { listAttempts } from "../ops/find-events.ts";
import { completeEffects } from "./complete-effects.ts";
import { failEffects } from "./fail-effects.ts";
import type { StartedAttempt } from "./save-attempts.ts";
import { startEffects } from "./start-effects.ts";

const EFFECT = { eventId: seedIds().eventId, effect: "send-auto-reply" };

async function start(db: Db, worker: string): Promise<StartedAttempt> {
  const [started] = await startEffects(db, { requested: [EFFECT], worker });
  if (started === undefined) throw new Error("Bug: the effect is not pending");
  return { ...EFFECT, number: started.attempts, worker, startedAt: started.startedAt };
}

const failed = {
  outcome: "failed",
  error: "Error: Resend: application_error (500)",
  httpStatus: 500,
  message: "Internal server error",
} as const;
const completed = { externalId: "re_1", facts: {} };

const outcomes = async (db: Db) =>
  (await listAttempts(db, [EFFECT.eventId])).map(({ number, worker, outcome }) => [
    number,
    worker,
    outcome,
  ]);

describe("attempts of an effect", () => {
  test("completed at once: needs no row of its own", async ({ db }) => {
    await seedEvent(db, { effects: [{ effect: EFFECT.effect }] });
    const first = await start(db, "w1");
    expect(await outcomes(db)).toEqual([[1, "w1", null]]);
    await completeEffects(db, [{ ...first, ...completed }]);
    expect(await db.select().from(effectAttempts)).toEqual([]);
    const [attempt] = await listAttempts(db, [EFFECT.eventId]);
    expect(attempt).toMatchObject({ number: 1, worker: "w1", outcome: "completed", error: null });
    expect(attempt?.endedAt).not.toBeNull();
  });

  test("failed, deferred, without a result, completed: each is kept with worker and answer", async ({
    db,
  }) => {
    await seedEvent(db, { effects: [{ effect: EFFECT.effect }] });
    await failEffects(db, [{ ...(await start(db, "w1")), ...failed }]);
    await failEffects(db, [
      { ...(await start(db, "w1")), ...failed, outcome: "deferred", httpStatus: 429 },
    ]);
    await start(db, "killed");
    await completeEffects(db, [{ ...(await start(db, "w2")), ...completed }]);
    expect(await outcomes(db)).toEqual([
      [1, "w1", "failed"],
      [2, "w1", "deferred"],
      [3, "killed", null],
      [4, "w2", "completed"],
    ]);
    expect((await listAttempts(db, [EFFECT.eventId]))[0]).toMatchObject({
      error: failed.error,
      httpStatus: 500,
      message: failed.message,
    });
  });

  test("two at once: the slow one's late failure is kept, and changes nothing", async ({ db }) => {
    await seedEvent(db, { effects: [{ effect: EFFECT.effect }] });
    const slow = await start(db, "slow");
    const fast = await start(db, "fast");
    await completeEffects(db, [{ ...fast, ...completed }]);
    await failEffects(db, [{ ...slow, ...failed, outcome: "dead_lettered" }]);
    // As when the job ran twice in one process.
    await failEffects(db, [
      { ...slow, ...failed },
      { ...slow, ...failed },
    ]);
    expect(await outcomes(db)).toEqual([
      [1, "slow", "dead_lettered"],
      [2, "fast", "completed"],
    ]);
    expect(await db.select().from(eventEffects)).toMatchObject([
      { status: "completed", lastError: null, externalId: "re_1", attempts: 2 },
    ]);
  });

  test("two within a millisecond: in their order, though only the first has its microseconds", async ({
    db,
  }) => {
    await seedEvent(db, { effects: [{ effect: EFFECT.effect }] });
    const attempt = { ...EFFECT, worker: "w1", outcome: "failed" } as const;
    await db.insert(effectAttempts).values([
      { ...attempt, number: 1, startedAt: "2026-11-20T12:00:00.000400Z" },
      { ...attempt, number: 2, startedAt: "2026-11-20T12:00:00.000Z" },
    ]);
    expect((await outcomes(db)).map(([number]) => number)).toEqual([1, 2]);
  });

  test("the older of two completes: the newer one has no result", async ({ db }) => {
    await seedEvent(db, { effects: [{ effect: EFFECT.effect }] });
    const older = await start(db, "older");
    await start(db, "newer");
    await completeEffects(db, [{ ...older, ...completed }]);
    expect(await outcomes(db)).toEqual([
      [1, "older", "completed"],
      [2, "newer", null],
    ]);
  });
});
