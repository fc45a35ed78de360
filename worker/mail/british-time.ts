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
 * Writes a moment the British way, in London time: `Friday 20 November 2026 at 23:13 GMT`.
 *
 * Put together from its parts, because the punctuation between them changes with the ICU version and a
 * repeated mail has to be the same to the letter.
 *
 * @param iso ISO 8601, with its offset
 * @throws {RangeError} when it is not a moment
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
 * Writes the day of a moment, in London: `20 December 2026`.
 *
 * @param iso ISO 8601, with its offset
 * @throws {RangeError} when it is not a moment
 */
export function formatBritishDate(iso: string): string {
  const parts = new Map(
    london.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]),
  );
  return `${parts.get("day") ?? ""} ${parts.get("month") ?? ""} ${parts.get("year") ?? ""}`;
}
