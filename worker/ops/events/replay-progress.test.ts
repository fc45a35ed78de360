import { expect, test } from "vitest";
import type { EffectStatus } from "#db/schema/events.ts";
import { replayProgress } from "./replay-plan.ts";

const ASKED = "2026-11-20T23:13:00.000Z";
const OPEN = { completedAt: null, deadLetteredAt: null };
const running = (refreshS: number) => ({ state: "running", refreshS });
const ended = { state: "ended", refreshS: null };

test.for<[string, EffectStatus[], typeof OPEN | { deadLetteredAt: string }, number, unknown]>([
  ["an effect waits", ["completed", "pending"], OPEN, 0, running(2)],
  ["it waits beside one that failed", ["dead_lettered", "pending"], OPEN, 60, running(2)],
  ["it waits for a minute", ["pending"], OPEN, 61, running(10)],
  [
    "it waits for ten minutes",
    ["pending"],
    OPEN,
    601,
    { state: "running for long", refreshS: null },
  ],
  ["the event waits for its effects", [], OPEN, 5, running(2)],
  ["the event is dead-lettered again", [], { deadLetteredAt: ASKED }, 5, ended],
  ["all is completed", ["completed", "completed"], OPEN, 5, ended],
  ["one failed again", ["completed", "dead_lettered"], OPEN, 5, ended],
])(
  "replay, %s: shows its state, and refreshes while it runs",
  ([, statuses, event, ageS, shown]) => {
    const record = {
      event: { ...OPEN, ...event },
      effects: statuses.map((status) => ({ status })),
      replays: [{ at: ASKED }, { at: "2026-11-20T20:00:00.000Z" }],
    };
    expect(replayProgress(record, new Date(Date.parse(ASKED) + ageS * 1_000))).toEqual(shown);
  },
);

test("no replay: no progress", () => {
  const record = { event: OPEN, effects: [{ status: "pending" as const }], replays: [] };
  expect(replayProgress(record, new Date(ASKED))).toBeNull();
});
