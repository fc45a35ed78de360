import { describe, expect, test } from "vitest";
import { customersPerMinute, isDriftCheckBusy, isDriftCheckDue } from "./drift-pace.ts";

const finished = (startedAt: string) => ({ startedAt, finishedAt: startedAt });

test.each([
  ["no check ever", null, "2026-11-20T12:00:00Z", true],
  [
    "the last night's check, by day",
    finished("2026-11-19T22:00:00Z"),
    "2026-11-20T21:59:00Z",
    false,
  ],
  [
    "the last night's check, at ten",
    finished("2026-11-19T22:00:00Z"),
    "2026-11-20T22:00:00Z",
    true,
  ],
  ["this night's check", finished("2026-11-20T22:00:00Z"), "2026-11-21T05:00:00Z", false],
  ["a night without a worker", finished("2026-11-18T22:00:00Z"), "2026-11-20T09:00:00Z", true],
  [
    "a check of the night before that goes on",
    { startedAt: "2026-11-18T22:00:00Z", finishedAt: null },
    "2026-11-20T22:00:00Z",
    false,
  ],
  [
    "a check of a clock a day ahead",
    finished("2026-11-21T22:00:00Z"),
    "2026-11-20T22:00:00Z",
    true,
  ],
  [
    "a check of a clock a minute ahead",
    finished("2026-11-20T22:01:00Z"),
    "2026-11-20T22:00:00Z",
    false,
  ],
])("after %s: a check is due or not", (_, last, now, isDue) => {
  expect(isDriftCheckDue(last, new Date(now))).toBe(isDue);
});

test.each([
  ["released", null, false],
  ["claimed", "2026-11-20T22:04:00Z", true],
  ["claimed by a worker that was killed since", "2026-11-20T21:59:59Z", false],
  ["claimed with a clock an hour ahead", "2026-11-20T23:04:00Z", false],
])("check that is %s: is busy or not", (_, busyUntil, isBusy) => {
  expect(isDriftCheckBusy({ busyUntil }, new Date("2026-11-20T22:00:00Z"))).toBe(isBusy);
});

describe("customers in a minute", () => {
  test.each([
    ["of a few, at ten: all soon", 60, 0, "2026-11-20T22:00:00Z", 100],
    ["of many, at ten: spread over seven hours", 420_000, 0, "2026-11-20T22:00:00Z", 1_000],
    ["of many, after an hour without a worker: more", 420_000, 0, "2026-11-20T23:00:00Z", 1_167],
    [
      "of many, half of them done in time: as at first",
      420_000,
      210_000,
      "2026-11-21T01:30:00Z",
      1_000,
    ],
    ["of many, by day: all that are left", 420_000, 400_000, "2026-11-21T09:00:00Z", 20_000],
    ["when more were added than counted: a few", 10, 20, "2026-11-20T22:00:00Z", 100],
  ])("%s", (_, expected, customers, now, most) => {
    expect(customersPerMinute({ expected, customers }, new Date(now))).toBe(most);
  });
});
