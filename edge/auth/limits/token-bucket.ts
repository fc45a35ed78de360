/** How much may happen: this many at once, and so many more as time goes by. */
export type BucketRule = { burst: number; perSecond: number };

/** How much had been used of a bucket at a moment, in milliseconds since the epoch. */
export type BucketState = { used: number; atMs: number };

/**
 * Takes one out of a bucket. What is refused counts nothing: whoever waits as long as they were told gets in.
 *
 * @param state null for whoever was never counted
 */
export function takeOne(
  rule: BucketRule,
  state: BucketState | null,
  nowMs: number,
): { allowed: boolean; retryAfterS: number; state: BucketState } {
  const used = usedNow(rule, state, nowMs);
  const excess = used + 1 - rule.burst;
  if (excess <= 0) return { allowed: true, retryAfterS: 0, state: { used: used + 1, atMs: nowMs } };
  return {
    allowed: false,
    retryAfterS: Math.ceil(excess / rule.perSecond),
    state: { used, atMs: nowMs },
  };
}

/** Puts back what was taken last. */
export function returnOne(rule: BucketRule, state: BucketState, nowMs: number): BucketState {
  return { used: Math.max(0, usedNow(rule, state, nowMs) - 1), atMs: nowMs };
}

/** When a bucket is as full as one that was never used, in milliseconds since the epoch. */
export function isFullAtMs(rule: BucketRule, { used, atMs }: BucketState): number {
  return atMs + (used / rule.perSecond) * 1_000;
}

function usedNow({ perSecond }: BucketRule, state: BucketState | null, nowMs: number): number {
  if (state === null) return 0;
  // A clock that was set back gives nothing and takes nothing.
  const elapsedS = Math.max(0, nowMs - state.atMs) / 1_000;
  return Math.max(0, state.used - elapsedS * perSecond);
}
