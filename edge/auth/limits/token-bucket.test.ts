import { describe, expect, test } from "vitest";
import { type BucketState, isFullAtMs, consume } from "./token-bucket.ts";

const RULE = { burst: 3, perSecond: 0.1 };
const T0 = Date.parse("2026-11-20T12:00:00Z");

function takesAt(seconds: readonly number[]): (number | "allowed")[] {
  let state: BucketState | null = null;
  return seconds.map((second) => {
    const taken = consume(RULE, state, T0 + second * 1_000);
    ({ state } = taken);
    return taken.allowed ? "allowed" : taken.retryAfterS;
  });
}

describe("token bucket", () => {
  test.each<[string, number[], (number | "allowed")[]]>([
    ["allows its burst at once and no more", [0, 0, 0, 0], ["allowed", "allowed", "allowed", 10]],
    [
      "says how long is left to wait, in whole seconds",
      [0, 0, 0, 1, 3.5, 9.9],
      ["allowed", "allowed", "allowed", 9, 7, 1],
    ],
    [
      "allows one more after the wait",
      [0, 0, 0, 0, 10, 10],
      ["allowed", "allowed", "allowed", 10, "allowed", 10],
    ],
    [
      "does not count rejected requests",
      [0, 0, 0, 1, 2, 3, 4, 10],
      ["allowed", "allowed", "allowed", 9, 8, 7, 6, "allowed"],
    ],
    [
      "never holds more than its burst",
      [0, 1_000_000, 1_000_000, 1_000_000, 1_000_000],
      ["allowed", "allowed", "allowed", "allowed", 10],
    ],
    [
      "survives a clock that is set back",
      [100, 100, 100, 0],
      ["allowed", "allowed", "allowed", 10],
    ],
  ])("token bucket: %s", (_, seconds, outcomes) => {
    expect(takesAt(seconds)).toEqual(outcomes);
  });

  test("full bucket: can be deleted", () => {
    const { state } = consume(RULE, { used: 1, atMs: T0 }, T0);
    expect(isFullAtMs(RULE, state)).toBe(T0 + 20_000);
    expect(consume(RULE, state, T0 + 20_000).state).toEqual(consume(RULE, null, T0 + 20_000).state);
  });
});
