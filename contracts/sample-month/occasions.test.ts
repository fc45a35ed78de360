import { describe, expect, test } from "vitest";
import { BANK_HOLIDAYS } from "#contracts/bank-holidays.ts";
import { nationOf, OCCASIONS, occasionsIn } from "./occasions.ts";

const iso = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

/** Gregorian computus (Meeus). */
function easter(year: number, offset = 0): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h =
    (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const n = h + l - 7 * Math.floor((a + 11 * h + 22 * l) / 451) + 114;
  return iso(year, Math.floor(n / 31), (n % 31) + 1 + offset);
}

/** @param nth from 1, or -1 for the last; weekday counts from Sunday, 0 */
function weekdayOf(year: number, month: number, weekday: number, nth: number): string {
  const days = Array.from({ length: 31 }, (_, index) => iso(year, month, index + 1)).filter(
    (date) => Number(date.slice(5, 7)) === month && new Date(date).getUTCDay() === weekday,
  );
  return days.at(nth > 0 ? nth - 1 : nth) ?? "";
}

const RULES: Readonly<Record<string, (year: number) => string>> = {
  "Christmas Eve": (year) => iso(year, 12, 24),
  "New Year’s Eve": (year) => iso(year, 12, 31),
  "Mothering Sunday": (year) => easter(year, -21),
  "Pancake Day": (year) => easter(year, -47),
  "Valentine’s Day": (year) => iso(year, 2, 14),
  "Father’s Day": (year) => weekdayOf(year, 6, 0, 3),
  Halloween: (year) => iso(year, 10, 31),
  "Bonfire Night": (year) => iso(year, 11, 5),
  "Small Business Saturday": (year) => weekdayOf(year, 12, 6, 1),
  "New Year’s Day": (year) => iso(year, 1, 1),
  "Burns Night": (year) => iso(year, 1, 25),
  "St David’s Day": (year) => iso(year, 3, 1),
  "St Patrick’s Day": (year) => iso(year, 3, 17),
  "St Andrew’s Day": (year) => iso(year, 11, 30),
  "Easter Sunday": (year) => easter(year),
  "Good Friday": (year) => easter(year, -2),
  "Early May bank holiday": (year) => weekdayOf(year, 5, 1, 1),
  "Spring bank holiday": (year) => weekdayOf(year, 5, 1, -1),
  "Summer bank holiday": (year) => weekdayOf(year, 8, 1, -1),
  "Summer bank holiday in Scotland": (year) => weekdayOf(year, 8, 1, 1),
  // gov.uk: 2 January 2027 is a Saturday; in 2028, 1 and 2 January are a weekend, so both move.
  "2 January, or a substitute": () => "01-04",
  "Clocks go forward": (year) => weekdayOf(year, 3, 0, -1),
  "Clocks go back": (year) => weekdayOf(year, 10, 0, -1),
  "Longest day": (year) => (year === 2028 ? iso(year, 6, 20) : iso(year, 6, 21)),
};

test("each day of two years is the one that its rule gives", () => {
  expect(OCCASIONS.map(({ name }) => name)).toEqual(Object.keys(RULES));
  for (const { name, on } of OCCASIONS) {
    const expected = [2026, 2027, 2028]
      .map((year) => {
        const day = RULES[name]?.(year) ?? "";
        return day.length === 5 ? `${year}-${day}` : day;
      })
      .filter((date) => date >= "2026-12-01");
    expect(on, name).toEqual(expected);
  }
});

test("what is called a bank holiday everywhere is one in the list that promises count with", () => {
  for (const { name, on, nations } of OCCASIONS) {
    if (!/bank holiday|Good Friday/.test(name) || nations?.includes("England") === false) continue;
    for (const date of on) expect(BANK_HOLIDAYS, `${name} ${date}`).toContain(date);
  }
});

describe.each([
  ["Whitby", "England"],
  ["cardiff", "Wales"],
  ["St Andrews", "Scotland"],
  ["Derry", "Northern Ireland"],
] as const)("a year in %s, %s", (town, nation) => {
  test("talks about its own days, three a month at most, none within three days of another", () => {
    expect(nationOf(town)).toBe(nation);
    for (let month = 1; month <= 12; month += 1) {
      const days = [...occasionsIn(`2027-${String(month).padStart(2, "0")}`, nation).keys()];
      expect(days.length).toBeLessThanOrEqual(3);
      const inOrder = days.toSorted((a, b) => a - b);
      for (const [index, day] of inOrder.entries())
        if (index > 0) expect(day - (inOrder[index - 1] ?? 0)).toBeGreaterThan(2);
    }
    expect(occasionsIn("2027-01", nation).has(25)).toBe(nation === "Scotland");
    expect(occasionsIn("2027-03", nation).has(1)).toBe(nation === "Wales");
    expect(occasionsIn("2027-03", nation).has(17)).toBe(nation === "Northern Ireland");
    expect(occasionsIn("2027-08", nation).has(30)).toBe(nation !== "Scotland");
    expect(occasionsIn("2027-08", nation).has(2)).toBe(nation === "Scotland");
  });
});
