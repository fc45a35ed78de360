import { expect, test } from "vitest";
import { nextReport } from "./report-date.ts";

const SINCE = "2026-10-01T12:00:00.000Z";
const FIRST = "2026-10-31T12:00:00.000Z";
const SECOND = "2026-11-30T12:00:00.000Z";

test.each([
  ["at the moment of the account", SINCE, FIRST, 30, 0],
  ["a second later", "2026-10-01T12:00:01.000Z", FIRST, 30, 0],
  ["a day later", "2026-10-02T12:00:00.000Z", FIRST, 29, 1],
  ["in the last hour", "2026-10-31T11:30:00.000Z", FIRST, 1, 29],
  ["when one has just become due", FIRST, SECOND, 30, 0],
  ["in the second period", "2026-11-15T00:00:00.000Z", SECOND, 16, 14],
  ["years later", "2028-10-01T12:00:00.000Z", "2028-10-20T12:00:00.000Z", 19, 11],
  ["by a clock that is behind", "2026-09-30T00:00:00.000Z", FIRST, 30, 0],
])(
  "next report, asked %s: its day, and the days until and since",
  (_, now, dueAt, daysLeft, daysPassed) => {
    expect(nextReport(SINCE, now, 30)).toEqual({ dueAt, daysLeft, daysPassed });
  },
);
