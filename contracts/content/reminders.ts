import { businessDaysBefore, londonInstant, londonTime } from "../due-times.ts";
import { addDays } from "../durations.ts";

/**
 * What a customer is told of posts: twice at most that an answer is missing before their hour; that the hour has passed without one; that
 * an approved post is not live an hour after its hour.
 */
export const REMINDER_KINDS = ["decide", "decide_again", "missed", "late"] as const;
export type ReminderKind = (typeof REMINDER_KINDS)[number];

/** A worker that was away tells of hours that passed so recently: longer than Easter. */
export const TOLD_DAYS = 6;

/** Business days before the planned day; the reminder leaves at ten. */
const DAYS_BEFORE = { decide: 2, decide_again: 1 } as const;
export type DecisionReminder = keyof typeof DAYS_BEFORE;

function remindAt(plannedOn: string, kind: DecisionReminder): number {
  const before = businessDaysBefore(`${plannedOn}T12:00:00Z`, DAYS_BEFORE[kind]);
  return londonInstant(londonTime(Date.parse(before)).day, "10:00:00");
}

/**
 * The last planned day whose reminder is due, as a London date.
 *
 * @param now milliseconds since the epoch
 */
export function remindedUntil(kind: DecisionReminder, now: number): string {
  let { day } = londonTime(now);
  for (;;) {
    const next = addDays(day, 1);
    if (remindAt(next, kind) > now) return day;
    day = next;
  }
}
