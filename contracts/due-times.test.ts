import { expect, test } from "vitest";
import { BANK_HOLIDAYS, BANK_HOLIDAYS_KNOWN_UNTIL } from "./bank-holidays.ts";
import { daysOffAfter, dueAt, type DueIn, londonTime, warnAt } from "./due-times.ts";

const FIVE = { businessDays: 5 } as const;
const WORKING = { hoursOnBusinessDays: 24 } as const;

test.each<[why: string, startedAt: string, due: DueIn, dueAt: string]>([
  ["over Christmas and New Year", "2026-12-24T15:00Z", FIVE, "2027-01-05T18:00Z"],
  ["over Easter and into summer time", "2027-03-25T10:00Z", FIVE, "2027-04-05T17:00Z"],
  ["late on Wednesday, Thursday in London", "2027-06-30T23:30Z", FIVE, "2027-07-08T17:00Z"],
  ["on a Saturday", "2026-11-21T10:00Z", FIVE, "2026-11-27T18:00Z"],
  ["after closing time, the day is still day 0", "2026-11-20T22:00Z", FIVE, "2026-11-27T18:00Z"],
  ["over substitute days", "2027-12-24T10:00Z", { businessDays: 1 }, "2027-12-29T18:00Z"],
  ["hours over a change of clocks", "2027-03-27T12:00Z", { hours: 24 }, "2027-03-28T12:00Z"],
  [
    "at the end of the seventh day, into summer time",
    "2027-03-25T10:00Z",
    { days: 7 },
    "2027-04-01T22:59:59Z",
  ],
  [
    "at the end of the seventh London day",
    "2027-06-30T23:30Z",
    { days: 7 },
    "2027-07-08T22:59:59Z",
  ],
  ["24 working hours within the week", "2026-11-16T09:00Z", WORKING, "2026-11-17T09:00Z"],
  ["24 working hours over a weekend", "2026-11-20T15:00Z", WORKING, "2026-11-23T15:00Z"],
  ["24 working hours from a Saturday", "2026-11-21T15:00Z", WORKING, "2026-11-24T00:00Z"],
  ["24 working hours over Easter", "2027-03-25T15:00Z", WORKING, "2027-03-30T14:00Z"],
])("due %s", (_, startedAt, due, expected) => {
  expect(dueAt(startedAt, due)).toBe(new Date(expected).toISOString());
});

test.each<[why: string, startedAt: string, hours: number, warnAt: string]>([
  ["Thursday 17:00: Friday 15:00", "2026-11-19T17:00Z", 2, "2026-11-20T15:00Z"],
  [
    "Monday 10:00, due before the office opens: Monday at closing time",
    "2026-11-16T10:00Z",
    2,
    "2026-11-16T18:00Z",
  ],
  [
    "Friday 17:00, due on Saturday: Friday at closing time",
    "2026-11-20T17:00Z",
    2,
    "2026-11-20T18:00Z",
  ],
  ["Monday 22:00: Tuesday at closing time", "2026-11-16T22:00Z", 2, "2026-11-17T18:00Z"],
  [
    "Friday 17:01, an hour before closing: Saturday 15:01",
    "2026-11-20T17:01Z",
    2,
    "2026-11-21T15:01Z",
  ],
  ["Saturday 10:00: Sunday 08:00", "2026-11-21T10:00Z", 2, "2026-11-22T08:00Z"],
  ["Sunday 10:59: Monday, two hours before", "2026-11-22T11:00Z", 2, "2026-11-23T09:00Z"],
  ["Sunday 12:00: Monday 10:00", "2026-11-22T12:00Z", 2, "2026-11-23T10:00Z"],
  [
    "before a bank holiday, due on it: at closing time",
    "2026-12-24T15:00Z",
    2,
    "2026-12-24T18:00Z",
  ],
  ["in summer time: closing time of London", "2026-07-03T16:00Z", 2, "2026-07-03T17:00Z"],
])("24 hours, begun %s", (_, startedAt, hours, expected) => {
  const promise = { startedAt, dueAt: dueAt(startedAt, { hours: 24 }) };
  expect(warnAt(promise, hours)).toBe(new Date(expected).toISOString());
});

test("in each quarter of an hour of a week: the warning is an hour or more after the start", () => {
  const quarters = Array.from({ length: 7 * 24 * 4 }, (_, quarter) =>
    new Date(Date.UTC(2026, 5, 8, 0, quarter * 15)).toISOString(),
  );
  const early = quarters.filter((startedAt) => {
    const warning = warnAt({ startedAt, dueAt: dueAt(startedAt, { hours: 24 }) }, 2);
    return Date.parse(warning) < Date.parse(startedAt) + 3_600_000;
  });
  expect(early).toEqual([]);
});

test("business days due on a Monday: warned on Friday", () => {
  const startedAt = "2026-11-16T10:00:00.000Z";
  const promise = { startedAt, dueAt: "2026-11-23T18:00:00.000Z" };
  expect(dueAt(startedAt, FIVE)).toBe(promise.dueAt);
  expect(warnAt(promise, 24)).toBe("2026-11-20T18:00:00.000Z");
});

test("bank holidays: eight weekdays in each known year", () => {
  const days = [...BANK_HOLIDAYS];
  expect(days.filter((day) => [0, 6].includes(new Date(day).getUTCDay()))).toEqual([]);
  const years = Map.groupBy(days, (day) => day.slice(0, 4));
  expect([...years].map(([year, { length }]) => [year, length])).toEqual([
    ["2026", 8],
    ["2027", 8],
    ["2028", 8],
  ]);
  expect(days.at(-1)?.slice(0, 4)).toBe(BANK_HOLIDAYS_KNOWN_UNTIL.slice(0, 4));
});

test.each([
  ["the last second of winter time", "2027-03-28T00:59:59Z", "2027-03-28", "00:59:59"],
  ["the first of summer time", "2027-03-28T01:00:00Z", "2027-03-28", "02:00:00"],
  ["the last of summer time", "2027-10-31T00:59:59Z", "2027-10-31", "01:59:59"],
  ["the hour that comes again", "2027-10-31T01:00:00Z", "2027-10-31", "01:00:00"],
  ["midnight in summer", "2027-07-01T23:00:00.999Z", "2027-07-02", "00:00:00"],
])("London's time: %s", (_, at, day, time) => {
  expect(londonTime(Date.parse(at))).toEqual({ day, time });
});

test.each([
  ["a Thursday", "2026-11-26", null],
  ["a Friday", "2026-11-27", { from: "2026-11-28", until: "2026-11-29" }],
  ["the day before Good Friday", "2027-03-25", { from: "2027-03-26", until: "2027-03-29" }],
] as const)("days off after %s", (_, day, expected) => {
  expect(daysOffAfter(day)).toEqual(expected);
});
