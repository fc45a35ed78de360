import { COMPANY } from "#contracts/company.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contracts/durations.ts";

function clock(timeZone: string) {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone,
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  });
}

const london = clock(COMPANY.timeZone);
const utc = clock("UTC");

/** For example `20 Nov 2026, 23:13:00 GMT`, in London time. */
export const formatLondonTime = (iso: string): string => london.format(new Date(iso));

const hour = new Intl.DateTimeFormat("en-GB", {
  timeZone: COMPANY.timeZone,
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** For example `23:00`, in London time. */
export const formatLondonHour = (iso: string): string => hour.format(new Date(iso));

/** For example `20 Nov 2026, 23:13:00 UTC`. */
export const formatUtcTime = (iso: string): string => utc.format(new Date(iso));

const day = new Intl.DateTimeFormat("en-GB", {
  timeZone: COMPANY.timeZone,
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
});

/** For example `Fri, 20 Nov 2026`, in London. */
export const formatLondonDay = (iso: string): string => day.format(new Date(iso));

const date = new Intl.DateTimeFormat("en-GB", {
  timeZone: COMPANY.timeZone,
  day: "numeric",
  month: "short",
  year: "numeric",
});

/** For example `20 Nov 2026`, in London. */
export const formatLondonDate = (iso: string): string => date.format(new Date(iso));

const month = new Intl.DateTimeFormat("en-GB", {
  timeZone: COMPANY.timeZone,
  month: "long",
  year: "numeric",
});

/** For example `November 2026`, in London; midnight UTC is on the same day there. */
export const formatLondonMonth = (iso: string): string => month.format(new Date(iso));

const UNITS = [
  { name: "day", ms: DAY_MS },
  { name: "h", ms: HOUR_MS },
  { name: "min", ms: MINUTE_MS },
  { name: "s", ms: 1_000 },
] as const;

/** For example `80 ms`, `1.5 s`, `2 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, ms)} ms`;
  if (ms < MINUTE_MS) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  const s = Math.floor(ms / 1_000);
  return `${Math.floor(s / 60)} min ${s % 60} s`;
}

/** For example `3 min ago`, `2 days ago`; `now` under a second and for clocks that disagree. */
export function formatAge(iso: string, now: Date): string {
  const ms = now.getTime() - Date.parse(iso);
  const unit = UNITS.find((candidate) => ms >= candidate.ms);
  if (unit === undefined) return "now";
  const count = Math.floor(ms / unit.ms);
  return `${String(count)} ${unit.name === "day" && count > 1 ? "days" : unit.name} ago`;
}
