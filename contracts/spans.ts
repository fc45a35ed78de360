import { counted } from "./counted.ts";

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

/** For example `45 seconds`, `90 minutes`, `28 hours`, rounded down. */
export function spanInWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return counted(seconds, "second");
  return minutes < 120 && minutes !== 60
    ? counted(minutes, "minute")
    : counted(Math.floor(minutes / 60), "hour");
}

/** For example `40 min`, `3 h 5 min`, `2 days 4 h`, rounded down. */
export function spanShort(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (seconds < HOUR_S) return `${minutes} min`;
  const hours = Math.floor(seconds / HOUR_S);
  if (seconds < DAY_S) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  const days = counted(Math.floor(seconds / DAY_S), "day");
  return hours % 24 === 0 ? days : `${days} ${hours % 24} h`;
}
