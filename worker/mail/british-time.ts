import { COMPANY } from "#contracts/company.ts";

const london = new Intl.DateTimeFormat("en-GB", {
  timeZone: COMPANY.timeZone,
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZoneName: "short",
});

/**
 * For example `Friday 20 November 2026 at 23:13 GMT`, in London time. Built from parts, because
 * ICU versions differ in punctuation and a repeated email has to be identical.
 *
 * @param iso ISO 8601, with its offset
 * @throws {RangeError} for an invalid timestamp
 */
export function formatBritishTime(iso: string): string {
  const parts = new Map(
    london.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? "";
  const date = `${part("weekday")} ${part("day")} ${part("month")} ${part("year")}`;
  return `${date} at ${part("hour")}:${part("minute")} ${part("timeZoneName")}`;
}

/**
 * For example `20 December 2026`, in London.
 *
 * @param iso ISO 8601, with its offset
 * @throws {RangeError} for an invalid timestamp
 */
export function formatBritishDate(iso: string): string {
  const parts = new Map(
    london.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]),
  );
  return `${parts.get("day") ?? ""} ${parts.get("month") ?? ""} ${parts.get("year") ?? ""}`;
}
