import { londonInstant, londonTime } from "../due-times.ts";
import type { PlannedTime } from "./posts.ts";

/**
 * The instant of a London date and time; of an hour that comes twice, the second one.
 *
 * @returns ISO 8601; null when there is no such day or the change of clocks skips the time
 */
export function plannedInstant({ plannedOn, plannedTime }: PlannedTime): string | null {
  const time = `${plannedTime}:00`;
  const asUtc = new Date(`${plannedOn}T${time}Z`);
  if (Number.isNaN(asUtc.getTime()) || !asUtc.toISOString().startsWith(plannedOn)) return null;
  const instant = londonInstant(plannedOn, time);
  const { day, time: shown } = londonTime(instant);
  return day === plannedOn && shown === time ? new Date(instant).toISOString() : null;
}

/**
 * The same weekday of another month: the second Tuesday for the second Tuesday. A fifth one that the month lacks is its last.
 *
 * @param month for example `2026-12`
 * @param day London date
 */
export function nthWeekdayIn(month: string, day: string): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  const weekday = new Date(day).getUTCDay();
  const nth = Math.ceil(Number(day.slice(8)) / 7);
  const date = ((weekday - first.getUTCDay() + 7) % 7) + 1 + (nth - 1) * 7;
  const found = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), date));
  const isInMonth = found.getUTCMonth() === first.getUTCMonth();
  if (!isInMonth) found.setUTCDate(found.getUTCDate() - 7);
  return found.toISOString().slice(0, 10);
}
