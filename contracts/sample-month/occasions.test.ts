import { describe, expect, test } from "vitest";
import { BANK_HOLIDAYS_OF, type Nation } from "#contracts/bank-holidays.ts";
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
  "Clocks go forward": (year) => weekdayOf(year, 3, 0, -1),
  "Clocks go back": (year) => weekdayOf(year, 10, 0, -1),
  "Longest day": (year) => (year === 2028 ? iso(year, 6, 20) : iso(year, 6, 21)),
};

test("each day of two years is the one that its rule gives", () => {
  expect(OCCASIONS.map(({ name }) => name)).toEqual(Object.keys(RULES));
  for (const { name, on } of OCCASIONS) {
    const expected = [2026, 2027, 2028]
      .map((year) => RULES[name]?.(year) ?? "")
      .filter((date) => date >= "2026-12-01");
    expect(on, name).toEqual(expected);
  }
});

const REGULAR: Readonly<Record<string, (year: number) => string>> = {
  "Good Friday": (year) => easter(year, -2),
  "Easter Monday": (year) => easter(year, 1),
  "Early May": (year) => weekdayOf(year, 5, 1, 1),
  Spring: (year) => weekdayOf(year, 5, 1, -1),
  Summer: (year) => weekdayOf(year, 8, 1, -1),
  "Summer in Scotland": (year) => weekdayOf(year, 8, 1, 1),
};

/** On a weekend, the next weekday that is no bank holiday takes their place. */
const FIXED: Readonly<Record<string, string>> = {
  "New Year’s Day": "01-01",
  "2 January": "01-02",
  "St Patrick’s Day": "03-17",
  "Battle of the Boyne": "07-12",
  "St Andrew’s Day": "11-30",
  Christmas: "12-25",
  "Boxing Day": "12-26",
};

const EVERYWHERE = [
  "New Year’s Day",
  "Good Friday",
  "Early May",
  "Spring",
  "Christmas",
  "Boxing Day",
];

test.each([
  ["England", ["Easter Monday", "Summer"]],
  ["Wales", ["Easter Monday", "Summer"]],
  ["Scotland", ["2 January", "Summer in Scotland", "St Andrew’s Day"]],
  ["Northern Ireland", ["St Patrick’s Day", "Easter Monday", "Battle of the Boyne", "Summer"]],
] as const satisfies readonly (readonly [Nation, readonly string[]])[])(
  "the bank holidays of two years in %s are those of its law",
  (nation, own) => {
    for (const year of [2027, 2028]) {
      const names: readonly string[] = [...EVERYWHERE, ...own];
      const days = names.flatMap((name) => REGULAR[name]?.(year) ?? []);
      for (const [name, monthDay] of Object.entries(FIXED)) {
        if (!names.includes(name)) continue;
        let at = new Date(`${year}-${monthDay}`);
        while ([0, 6].includes(at.getUTCDay()) || days.includes(at.toISOString().slice(0, 10)))
          at = new Date(at.getTime() + 86_400_000);
        days.push(at.toISOString().slice(0, 10));
      }
      const known = BANK_HOLIDAYS_OF[nation].filter((day) => day.startsWith(String(year)));
      expect(known.toSorted(), String(year)).toEqual(days.toSorted());
    }
  },
);

test.each([
  ["CF10 1EP", "Wales"],
  ["eh1", "Scotland"],
  ["Portree", "Scotland"],
  ["Betws-y-Coed", "Wales"],
  ["Bo’ness", "Scotland"],
  ["BT1 5GS", "Northern Ireland"],
  ["M1 1AE", "England"],
  ["Ayr", "Scotland"],
  ["Ayrton", "England"],
] as const)("%s is in %s", (place, nation) => {
  expect(nationOf(place)).toBe(nation);
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
    expect(occasionsIn("2027-07", nation).has(12)).toBe(nation === "Northern Ireland");
  });
});
