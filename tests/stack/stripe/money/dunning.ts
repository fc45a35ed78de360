import { DAY_SECONDS } from "./periods.ts";

/**
 * @param attempts so far
 * @param at last attempt, unix seconds
 * @returns unix seconds; null after the last attempt
 */
export function nextAttempt(
  retryDays: readonly number[],
  attempts: number,
  at: number,
): number | null {
  const days = retryDays[attempts - 1];
  return days === undefined ? null : at + days * DAY_SECONDS;
}
