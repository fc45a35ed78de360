import { DAY_SECONDS } from "./periods.ts";

/** An account setting at Stripe. */
export type AfterLastAttempt = "cancel" | "unpaid" | "past_due";

const DAYS_BEFORE_RETRY = [3, 5, 7];

/**
 * @param attempts so far
 * @param at last attempt, unix seconds
 * @returns unix seconds; null after the last attempt
 */
export function nextAttempt(attempts: number, at: number): number | null {
  const days = DAYS_BEFORE_RETRY[attempts - 1];
  return days === undefined ? null : at + days * DAY_SECONDS;
}
