import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { addDays, DAY_MS } from "#contracts/durations.ts";
import { nextDays, WEEK_DAYS } from "./group-posts.ts";

/** Days of a month such as `2026-11`, in weeks that begin on Monday; null for days of other months. */
export function monthWeeks(month: string): (string | null)[][] {
  const first = new Date(`${month}-01`);
  const offset = (first.getUTCDay() + 6) % WEEK_DAYS;
  const weeks: (string | null)[][] = [];
  for (let cell = -offset; ; cell++) {
    const day = new Date(first.getTime() + cell * DAY_MS).toISOString().slice(0, 10);
    const isOver = day.slice(0, 7) > month;
    if ((cell + offset) % WEEK_DAYS === 0) {
      if (isOver) return weeks;
      weeks.push([]);
    }
    weeks.at(-1)?.push(cell < 0 || isOver ? null : day);
  }
}

/** The days of the week of a day, from Monday. */
export function weekOf(day: string): string[] {
  const monday = addDays(day, -((new Date(day).getUTCDay() + 6) % WEEK_DAYS));
  return nextDays(monday);
}

/** @param by months, for example -1 */
export function shiftMonth(month: string, by: number): string {
  const date = new Date(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + by);
  return date.toISOString().slice(0, 7);
}

/** The day of the first post that waits, else of the next one, else today. */
export function dayToOpen(
  posts: readonly Pick<CalendarPost, "plannedOn" | "state">[],
  today: string,
): string {
  const waiting = posts.filter(({ state }) => state === "waiting");
  const [first = today] = (waiting.length > 0 ? waiting : posts)
    .map(({ plannedOn }) => plannedOn)
    .filter((day) => waiting.length > 0 || day >= today)
    .toSorted();
  return first;
}
