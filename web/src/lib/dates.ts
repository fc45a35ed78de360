import { COMPANY } from "#contracts/company.ts";

const dateTime = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: COMPANY.timeZone,
});

/** Writes an ISO 8601 moment the British way, in London time: `20 November 2026 at 09:15`. */
export function formatDateTime(iso: string): string {
  return dateTime.format(new Date(iso));
}

const month = new Intl.DateTimeFormat("en-GB", {
  month: "long",
  year: "numeric",
  timeZone: COMPANY.timeZone,
});

/** Writes an ISO 8601 month or day as a month: `November 2026`. */
export function formatMonth(iso: string): string {
  return month.format(new Date(iso));
}

const day = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: COMPANY.timeZone,
});

/** Writes an ISO 8601 day the British way: `31 Dec 2024`. */
export function formatDay(iso: string): string {
  return day.format(new Date(iso));
}
