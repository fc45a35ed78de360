import { expect, test } from "vitest";
import { dayToOpen, monthWeeks, shiftMonth, weekOf } from "./month-weeks.ts";

test.each([
  ["2026-11", 6, [null, null, null, null, null, null, "2026-11-01"]],
  [
    "2027-02",
    4,
    [
      "2027-02-01",
      "2027-02-02",
      "2027-02-03",
      "2027-02-04",
      "2027-02-05",
      "2027-02-06",
      "2027-02-07",
    ],
  ],
  [
    "2027-03",
    5,
    [
      "2027-03-01",
      "2027-03-02",
      "2027-03-03",
      "2027-03-04",
      "2027-03-05",
      "2027-03-06",
      "2027-03-07",
    ],
  ],
])("weeks of %s: from Monday, whole", (month, count, first) => {
  const weeks = monthWeeks(month);
  expect(weeks[0]).toEqual(first);
  expect(weeks.map(({ length }) => length)).toEqual(Array.from({ length: count }, () => 7));
});

test("last week: ends with the month, also when clocks change", () => {
  expect(monthWeeks("2027-03").at(-1)).toEqual([
    "2027-03-29",
    "2027-03-30",
    "2027-03-31",
    null,
    null,
    null,
    null,
  ]);
});

test("month before and after: over a year's end", () => {
  expect([shiftMonth("2027-01", -1), shiftMonth("2026-12", 1)]).toEqual(["2026-12", "2027-01"]);
});

const on = (plannedOn: string, state: "approved" | "waiting" = "approved") => ({
  plannedOn,
  state,
});
test.for([
  ["today and later", [on("2026-12-02"), on("2026-11-23"), on("2026-11-01")], "2026-11-23"],
  ["only later", [on("2027-01-02"), on("2026-12-02"), on("2026-11-22")], "2026-12-02"],
  ["only before", [on("2026-10-02")], "2026-11-23"],
  [
    "that wait in a later month",
    [on("2026-11-23"), on("2027-01-09", "waiting"), on("2026-12-09", "waiting")],
    "2026-12-09",
  ],
  ["that wait since yesterday", [on("2026-11-30"), on("2026-11-22", "waiting")], "2026-11-22"],
] as const)("posts %s: the day of the one to look at is opened", ([, posts, day]) => {
  expect(dayToOpen(posts, "2026-11-23")).toBe(day);
});

test("week of a day: from Monday, over a year's end and when clocks change", () => {
  expect(weekOf("2027-01-03")[0]).toBe("2026-12-28");
  expect(weekOf("2027-03-29").at(-1)).toBe("2027-04-04");
});
