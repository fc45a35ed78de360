import { expect, test } from "vitest";
import {
  decideOutcome,
  type FailureSwitches,
  NO_FAILURES,
  withChanges,
} from "./failure-switches.ts";

type Switches = FailureSwitches<{ status: 500; remaining: number | null; share: number }>;

const always = { status: 500, remaining: null, share: 1 } as const;
const turned = (change: Partial<Switches>): Switches => withChanges<Switches>(NO_FAILURES, change);

test("no switches: every request is answered", () => {
  expect(decideOutcome(NO_FAILURES, "hello", 0)).toEqual({
    outcome: { fail: null, loseReply: false, delayMs: 0 },
    after: NO_FAILURES,
  });
});

test("changing one switch: leaves the others", () => {
  const slow = turned({ delayMs: 50, fail: always });
  expect(withChanges(slow, { fail: null, onlyMatching: undefined })).toEqual({
    ...NO_FAILURES,
    delayMs: 50,
  });
});

test("shares: an error and a lost response never affect the same request", () => {
  const switches = turned({
    fail: { ...always, share: 0.25 },
    loseReplies: { remaining: null, share: 0.5 },
  });
  const outcomes = Array.from(
    { length: 100 },
    (_, index) => decideOutcome(switches, "hello", index / 100).outcome,
  );
  expect(outcomes.filter(({ fail }) => fail !== null)).toHaveLength(25);
  expect(outcomes.filter(({ loseReply }) => loseReply)).toHaveLength(50);
  expect(outcomes.filter(({ loseReply, fail }) => loseReply && fail !== null)).toEqual([]);
});

test("counted switch: turns itself off after matching requests only", () => {
  const switches = turned({ fail: { ...always, remaining: 1 }, onlyMatching: "bob" });
  const unaffected = decideOutcome(switches, "ada@example.com", 0);
  expect(unaffected.after).toBe(switches);
  const hit = decideOutcome(switches, "Bob@example.com", 0);
  expect(hit.outcome.fail).toMatchObject({ status: 500 });
  expect(hit.after.fail).toBeNull();
});
