import { DAY_SECONDS } from "./periods.ts";

/** What happens to a subscription whose renewal was never paid. An account chooses one. */
export type AfterLastAttempt = "cancel" | "unpaid" | "past_due";

const DAYS_BEFORE_RETRY = [3, 5, 7];

/**
 * When a declined invoice is tried again.
 *
 * @param attempts how often it was tried so far
 * @param at when it was tried last, unix seconds
 * @returns unix seconds; null when it was the last time
 */
export function nextAttempt(attempts: number, at: number): number | null {
  const days = DAYS_BEFORE_RETRY[attempts - 1];
  return days === undefined ? null : at + days * DAY_SECONDS;
}
