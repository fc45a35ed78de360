export type Interval = "day" | "week" | "month" | "year";

export interface Cadence {
  readonly interval: Interval;
  readonly count: number;
}

export interface Period {
  /** Unix seconds. */
  readonly start: number;
  /** Unix seconds. */
  readonly end: number;
}

export const DAY_SECONDS = 86_400;

/**
 * Adds intervals; months keep the day or use their last.
 *
 * @param from unix seconds
 * @returns unix seconds
 */
export function addIntervals(from: number, interval: Interval, times: number): number {
  if (interval === "day") return from + times * DAY_SECONDS;
  if (interval === "week") return from + times * 7 * DAY_SECONDS;
  const months = interval === "year" ? times * 12 : times;
  const date = new Date(from * 1_000);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const midnight = Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) / 1_000;
  return midnight + (from % DAY_SECONDS);
}

/**
 * The cycle that a moment falls into.
 *
 * @param anchor unix seconds, not after `moment`
 */
export function cycleAt(anchor: number, cadence: Cadence, moment: number): Period {
  const end = periodEnd(anchor, cadence, moment);
  let start = anchor;
  for (let cycle = 1; start < end; cycle += 1) {
    const next = addIntervals(anchor, cadence.interval, cadence.count * cycle);
    if (next >= end) break;
    start = next;
  }
  return { start, end };
}

/**
 * Counted from the anchor, so that the 31st returns after February.
 *
 * @param anchor unix seconds, not after `start`
 */
export function periodEnd(anchor: number, cadence: Cadence, start: number): number {
  let cycle = 1;
  let end = addIntervals(anchor, cadence.interval, cadence.count);
  while (end <= start) {
    cycle += 1;
    end = addIntervals(anchor, cadence.interval, cadence.count * cycle);
  }
  return end;
}
