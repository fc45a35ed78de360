import { DAY_MS, HOUR_MS } from "../durations.ts";
import { plannedInstant } from "./planned-time.ts";
import type { PlannedTime } from "./posts.ts";

const VALID_DAYS_MIN = 14;
/** After the last hour: the emails that it was missed, or that the post is late, lead to the link. */
const VALID_DAYS_AFTER = 7;

/** Pause between two emails about changed posts to one approver. */
const CHANGES_EVERY_MS = HOUR_MS;

/**
 * A link decides until a week after the hour of its last post, and at least 14 days: as long as a post of it may wait.
 *
 * @param mailAt milliseconds since the epoch
 * @returns milliseconds since the epoch
 */
export function linkExpiry(mailAt: number, posts: readonly PlannedTime[]): number {
  const last = Math.max(...posts.map((post) => Date.parse(plannedInstant(post) ?? "") || 0));
  return Math.max(last + VALID_DAYS_AFTER * DAY_MS, mailAt + VALID_DAYS_MIN * DAY_MS);
}

/**
 * When an email about changed posts leaves.
 *
 * @param last when the one before was due; null without one. All are milliseconds since the epoch
 */
export function changesMailDue(now: number, last: number | null): number {
  return last === null ? now : Math.max(now, last + CHANGES_EVERY_MS);
}
