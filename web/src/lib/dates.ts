import { COMPANY } from "#contracts/company.ts";

/** ISO 8601 timestamp in London time: `20 November 2026 at 09:15`. */
export const formatDateTime = formatDateWith({ dateStyle: "long", timeStyle: "short" });

/** `November 2026` */
export const formatMonth = formatDateWith({ month: "long", year: "numeric" });

/** `31 Dec 2024` */
export const formatDay = formatDateWith({ day: "numeric", month: "short", year: "numeric" });

/** `31 December 2024` */
export const formatLongDay = formatDateWith({ dateStyle: "long" });

/** `31 December` */
export const formatDayOfYear = formatDateWith({ day: "numeric", month: "long" });

/** @param seconds since the epoch */
export function isoOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}

/** The result takes dates and ISO 8601 timestamps. It creates its formatter on first use, because creating one is slow on phones. */
export function formatDateWith(options: Intl.DateTimeFormatOptions): (iso: string) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (iso) => {
    format ??= new Intl.DateTimeFormat("en-GB", { ...options, timeZone: COMPANY.timeZone });
    return format.format(new Date(iso));
  };
}
