import { expect, test } from "vitest";
import { changesMailDue, linkExpiry } from "./approval-links.ts";

const at = (text: string) => Date.parse(text);
const NOW = at("2026-11-24T10:00:00Z");

test.for([
  ["14 days, when all posts go live before", ["2026-11-27"], "2026-12-08T10:00:00Z"],
  ["a week after the last post's hour", ["2026-12-20", "2026-11-27"], "2026-12-27T18:00:00Z"],
  ["as long, when a post goes live next summer", ["2027-06-01"], "2027-06-08T17:00:00Z"],
] as const)("link: valid %s", ([, days, expected]) => {
  const posts = days.map((plannedOn) => ({ plannedOn, plannedTime: "18:00" }));
  expect(linkExpiry(NOW, posts)).toBe(at(expected));
});

test.for([
  ["at once without one before", null, NOW],
  ["at once an hour after the one before", NOW - 3_600_000, NOW],
  ["an hour after the one before", NOW - 600_000, NOW + 3_000_000],
] as const)("email about changed posts: %s", ([, last, due]) => {
  expect(changesMailDue(NOW, last)).toBe(due);
});
