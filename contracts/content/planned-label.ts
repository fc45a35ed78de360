import type { PlannedTime } from "./posts.ts";

let format: Intl.DateTimeFormat | undefined;

/** `Friday 27 November at 18:00` */
export function plannedLabel({ plannedOn, plannedTime }: PlannedTime): string {
  return `${dayLabel(plannedOn)} at ${plannedTime}`;
}

/** `Friday 27 November` */
export function dayLabel(day: string): string {
  format ??= new Intl.DateTimeFormat("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });
  const parts = new Map(
    format.formatToParts(new Date(day)).map(({ type, value }) => [type, value]),
  );
  return `${parts.get("weekday")} ${parts.get("day")} ${parts.get("month")}`;
}
