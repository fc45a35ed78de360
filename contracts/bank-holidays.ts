/**
 * England and Wales, as London dates, with substitute days. Data, because one-off days are announced.
 * Source: gov.uk/bank-holidays.json, updated 2025-11-24.
 */
export const BANK_HOLIDAYS: ReadonlySet<string> = new Set([
  "2026-01-01",
  "2026-04-03",
  "2026-04-06",
  "2026-05-04",
  "2026-05-25",
  "2026-08-31",
  "2026-12-25",
  "2026-12-28",
  "2027-01-01",
  "2027-03-26",
  "2027-03-29",
  "2027-05-03",
  "2027-05-31",
  "2027-08-30",
  "2027-12-27",
  "2027-12-28",
  "2028-01-03",
  "2028-04-14",
  "2028-04-17",
  "2028-05-01",
  "2028-05-29",
  "2028-08-28",
  "2028-12-25",
  "2028-12-26",
]);

/** Later weekdays count as business days, so a promise may be due too early, never too late. */
export const BANK_HOLIDAYS_KNOWN_UNTIL = "2028-12-31";

export type Nation = "England" | "Wales" | "Scotland" | "Northern Ireland";

/** From December 2026, by the same source. */
const SCOTLAND_ALONE = [
  "2027-01-04",
  "2027-08-02",
  "2027-11-30",
  "2028-01-04",
  "2028-08-07",
  "2028-11-30",
];
const NOT_IN_SCOTLAND = new Set(["2027-03-29", "2027-08-30", "2028-04-17", "2028-08-28"]);
const NORTHERN_IRELAND_ALONE = ["2027-03-17", "2027-07-12", "2028-03-17", "2028-07-12"];

export const BANK_HOLIDAYS_OF: Readonly<Record<Nation, readonly string[]>> = {
  England: [...BANK_HOLIDAYS],
  Wales: [...BANK_HOLIDAYS],
  Scotland: [...BANK_HOLIDAYS, ...SCOTLAND_ALONE].filter((day) => !NOT_IN_SCOTLAND.has(day)),
  "Northern Ireland": [...BANK_HOLIDAYS, ...NORTHERN_IRELAND_ALONE],
};
