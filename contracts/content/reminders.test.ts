import { expect, test } from "vitest";
import { remindedUntil } from "./reminders.ts";

test.each([
  // Monday 23 November to Monday 30 November 2026.
  ["2026-11-23T09:59:59Z", "2026-11-24", "2026-11-23"],
  ["2026-11-23T10:00:00Z", "2026-11-25", "2026-11-24"],
  // What is planned for the weekend and for Monday is reminded on Thursday and Friday.
  ["2026-11-26T10:00:00Z", "2026-11-30", "2026-11-27"],
  ["2026-11-27T10:00:00Z", "2026-12-01", "2026-11-30"],
  ["2026-11-28T12:00:00Z", "2026-12-01", "2026-11-30"],
  // Christmas Day, Boxing Day's substitute and the weekend between are no business days.
  ["2026-12-24T10:00:00Z", "2026-12-30", "2026-12-29"],
])("at %s: the posts until %s, and again until %s", (now, first, again) => {
  expect(remindedUntil("decide", Date.parse(now))).toBe(first);
  expect(remindedUntil("decide_again", Date.parse(now))).toBe(again);
});
