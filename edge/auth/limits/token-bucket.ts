/** `burst` at once, refilled with `perSecond`. */
export type BucketRule = { burst: number; perSecond: number };

/** `used` tokens at `atMs`, in milliseconds since the epoch. */
export type BucketState = { used: number; atMs: number };

/**
 * A rejected request takes no token, so waiting as long as told succeeds.
 *
 * @param state null for a new bucket
 */
export function consume(
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

export function refundToken(rule: BucketRule, state: BucketState, nowMs: number): BucketState {
  return { used: Math.max(0, usedNow(rule, state, nowMs) - 1), atMs: nowMs };
}

export function ruleForNetwork({ burst, perSecond }: BucketRule, visitors: number): BucketRule {
  return { burst: burst * visitors, perSecond: perSecond * visitors };
}

/** @returns milliseconds since the epoch */
export function isFullAtMs(rule: BucketRule, { used, atMs }: BucketState): number {
  return atMs + (used / rule.perSecond) * 1_000;
}

function usedNow({ perSecond }: BucketRule, state: BucketState | null, nowMs: number): number {
  if (state === null) return 0;
  // A clock that was set back changes nothing.
  const elapsedS = Math.max(0, nowMs - state.atMs) / 1_000;
  return Math.max(0, state.used - elapsedS * perSecond);
}
