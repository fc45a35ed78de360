import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { COMPANY } from "#contracts/company.ts";
import { addDays, DAY_MS } from "#contracts/durations.ts";

export type PostGroups = Readonly<
  Record<"waiting" | "changing" | "soon" | "later" | "live", readonly CalendarPost[]>
>;

export const GROUP_TITLES = {
  waiting: "Waiting for you",
  changing: "Being changed",
  soon: "Next seven days",
  later: "Later",
  live: "Gone live",
} as const satisfies Record<keyof PostGroups, string>;

export const WEEK_DAYS = 7;

/**
 * Live posts with the last one first, all others with the next one first.
 *
 * @param now milliseconds since the epoch
 */
export function groupPosts(posts: readonly CalendarPost[], now: number): PostGroups {
  const from = londonDay(now + WEEK_DAYS * DAY_MS);
  const sorted = inOrder(posts);
  const of = (...states: readonly CalendarPost["state"][]) =>
    sorted.filter(({ state }) => states.includes(state));
  const approved = of("approved");
  return {
    waiting: of("waiting"),
    changing: of("changes_requested"),
    // A post that is overdue goes live next.
    soon: approved.filter(({ plannedOn }) => plannedOn < from),
    later: approved.filter(({ plannedOn }) => plannedOn >= from),
    live: of("published").toReversed(),
  };
}

/** The first one first. */
export function inOrder(posts: readonly CalendarPost[]): readonly CalendarPost[] {
  const time = ({ plannedOn, plannedTime }: CalendarPost) => `${plannedOn} ${plannedTime}`;
  return posts.toSorted((a, b) => (time(a) < time(b) ? -1 : 1));
}

/** `2026-11-27`, whatever the browser's time zone is. */
export function londonDay(now: number): string {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: COMPANY.timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(now);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

/** A week of days from this one. */
export function nextDays(day: string): string[] {
  return Array.from({ length: WEEK_DAYS }, (_, index) => addDays(day, index));
}
