import { COMPANY } from "#contracts/company.ts";

/** Writes an ISO 8601 moment the British way, in London time: `20 November 2026 at 09:15`. */
export const formatDateTime = formatterWith({ dateStyle: "long", timeStyle: "short" });

/** Writes an ISO 8601 month or day as a month: `November 2026`. */
export const formatMonth = formatterWith({ month: "long", year: "numeric" });

/** Writes an ISO 8601 day the British way: `31 Dec 2024`. */
export const formatDay = formatterWith({ day: "numeric", month: "short", year: "numeric" });

/** The same with the whole month: `31 December 2024`. */
export const formatLongDay = formatterWith({ dateStyle: "long" });

/** The same without the year, for days that are near: `31 December`. */
export const formatDayOfYear = formatterWith({ day: "numeric", month: "long" });

/**
 * A moment as the formats above take it.
 *
 * @param seconds since the epoch
 */
export function isoOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}

/** Made at the first use, because making one keeps a telephone busy longer than the rest of a page's start. */
function formatterWith(options: Intl.DateTimeFormatOptions): (iso: string) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (iso) => {
    format ??= new Intl.DateTimeFormat("en-GB", { ...options, timeZone: COMPANY.timeZone });
    return format.format(new Date(iso));
  };
}
