import { londonInstant, londonTime } from "../due-times.ts";
import type { PostContent } from "./posts.ts";

/**
 * The instant of a London date and time; of an hour that comes twice, the second one.
 *
 * @returns ISO 8601; null when there is no such day or the change of clocks skips the time
 */
export function plannedInstant({
  plannedOn,
  plannedTime,
}: Pick<PostContent, "plannedOn" | "plannedTime">): string | null {
  const time = `${plannedTime}:00`;
  const asUtc = new Date(`${plannedOn}T${time}Z`);
  if (Number.isNaN(asUtc.getTime()) || !asUtc.toISOString().startsWith(plannedOn)) return null;
  const instant = londonInstant(plannedOn, time);
  const { day, time: shown } = londonTime(instant);
  return day === plannedOn && shown === time ? new Date(instant).toISOString() : null;
}
