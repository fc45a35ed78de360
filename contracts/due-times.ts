import { BANK_HOLIDAYS } from "./bank-holidays.ts";
import { COMPANY } from "./company.ts";
import { addDays, HOUR_MS } from "./durations.ts";

export type DueIn =
  | { readonly hours: number }
  /** Hours that elapse on business days only. */
  | { readonly hoursOnBusinessDays: number }
  /** Counted from the day after; due at closing time. */
  | { readonly businessDays: number }
  /** Counted from the day after; due at midnight in London. */
  | { readonly days: number };

const MIDNIGHT = "00:00:00";
const LAST_SECOND = "23:59:59";
const OPENS = "09:00:00";
const CLOSES = "18:00:00";

// Sweden writes dates as ISO 8601 does: `2026-11-27 18:00:00`.
const london = new Intl.DateTimeFormat("sv-SE", {
  timeZone: COMPANY.timeZone,
  dateStyle: "short",
  timeStyle: "medium",
});

// Clocks change at a quarter of an hour, and formatting takes most of the time of an enquiry's promise.
const QUARTER_MS = HOUR_MS / 4;
const OFFSETS_MAX = 1_000;
const offsetsMs = new Map<number, number>();

function londonOffsetMs(ms: number): number {
  const quarter = Math.floor(ms / QUARTER_MS);
  const known = offsetsMs.get(quarter);
  if (known !== undefined) return known;
  const startMs = quarter * QUARTER_MS;
  const offsetMs = Date.parse(`${london.format(startMs).replace(" ", "T")}Z`) - startMs;
  if (offsetsMs.size >= OFFSETS_MAX) offsetsMs.clear();
  offsetsMs.set(quarter, offsetMs);
  return offsetMs;
}

/** London date and time: `2026-11-27`, `18:00:00`. */
export function londonTime(ms: number): { day: string; time: string } {
  const iso = new Date(ms + londonOffsetMs(ms)).toISOString();
  return { day: iso.slice(0, 10), time: iso.slice(11, 19) };
}

/** @param time no hour that the change of clocks skips or repeats */
export function londonInstant(day: string, time: string): number {
  const asUtc = Date.parse(`${day}T${time}Z`);
  return londonTime(asUtc).time === time ? asUtc : asUtc - HOUR_MS;
}

export function isBusinessDay(day: string): boolean {
  const weekday = new Date(day).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !BANK_HOLIDAYS.has(day);
}

/** @param startedAt ISO 8601 */
export function dueAt(startedAt: string, due: DueIn): string {
  const started = Date.parse(startedAt);
  if ("hours" in due) return new Date(started + due.hours * HOUR_MS).toISOString();
  let { day } = londonTime(started);
  if ("days" in due) {
    return new Date(londonInstant(addDays(day, due.days), LAST_SECOND)).toISOString();
  }
  if ("businessDays" in due) {
    for (let left = due.businessDays; left > 0; left--) day = nextBusinessDay(day);
    return new Date(londonInstant(day, CLOSES)).toISOString();
  }
  let from = started;
  let leftMs = due.hoursOnBusinessDays * HOUR_MS;
  for (;;) {
    if (isBusinessDay(day)) {
      const midnight = londonInstant(addDays(day, 1), MIDNIGHT);
      if (from + leftMs <= midnight) return new Date(from + leftMs).toISOString();
      leftMs -= midnight - from;
    }
    day = nextBusinessDay(day);
    from = londonInstant(day, MIDNIGHT);
  }
}

function nextBusinessDay(day: string): string {
  const next = addDays(day, 1);
  return isBusinessDay(next) ? next : nextBusinessDay(next);
}

/** @returns the days between a London day and the next business day, both inclusive; null when that is the day after */
export function daysOffAfter(day: string): { from: string; until: string } | null {
  const [from, until] = [addDays(day, 1), addDays(nextBusinessDay(day), -1)];
  return from > until ? null : { from, until };
}

/** A warning that comes sooner after its cause tells nothing new. */
const SHADOW_MS = HOUR_MS;

/**
 * @returns the last time in office hours that is `hours` or more before the due time. Where that lies before the start or within an hour of
 *   it, as at a weekend, `hours` before the due time
 */
export function warnAt(
  promise: { readonly startedAt: string; readonly dueAt: string },
  hours: number,
): string {
  const latest = Date.parse(promise.dueAt) - hours * HOUR_MS;
  const inOffice = lastOfficeTime(latest);
  const isInShadow = inOffice < Date.parse(promise.startedAt) + SHADOW_MS;
  return new Date(isInShadow ? latest : inOffice).toISOString();
}

function lastOfficeTime(ms: number): number {
  const { day, time } = londonTime(ms);
  if (isBusinessDay(day) && time >= OPENS) return Math.min(ms, londonInstant(day, CLOSES));
  return londonInstant(previousBusinessDay(day), CLOSES);
}

function previousBusinessDay(day: string): string {
  const previous = addDays(day, -1);
  return isBusinessDay(previous) ? previous : previousBusinessDay(previous);
}

/** @returns closing time of the business day that many business days before */
export function businessDaysBefore(iso: string, days: number): string {
  let { day } = londonTime(Date.parse(iso));
  for (let left = days; left > 0; left--) day = previousBusinessDay(day);
  return new Date(londonInstant(day, CLOSES)).toISOString();
}
