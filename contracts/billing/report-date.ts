import { DAY_MS } from "../durations.ts";

type NextReport = {
  readonly dueAt: string;
  /** A day that has begun counts. */
  readonly daysLeft: number;
  readonly daysPassed: number;
};

/** Reports are due each `everyDays` after the account was created. */
export function nextReport(since: string, now: string, everyDays: number): NextReport {
  const began = Date.parse(since);
  const period = everyDays * DAY_MS;
  // A browser's clock may be behind the server's.
  const elapsed = Math.max(0, Date.parse(now) - began);
  const due = began + (Math.floor(elapsed / period) + 1) * period;
  const daysLeft = Math.max(0, Math.ceil((due - began - elapsed) / DAY_MS));
  return {
    dueAt: new Date(due).toISOString(),
    daysLeft,
    daysPassed: Math.max(0, everyDays - daysLeft),
  };
}
