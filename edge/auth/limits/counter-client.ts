import { hash } from "node:crypto";
import { withDeadline } from "../../adapters/with-deadline.ts";
import type { Logger } from "../../http/logger.ts";
import type { LimitCounter } from "./counter-object.ts";
import type { Limits, LimitResult } from "./limits.ts";

export type Counter = Pick<LimitCounter, keyof Limits>;

// A count takes some milliseconds; waiting longer is worse than not counting.
const RESPONSE_LIMIT_MS = 1_000;

/** About as long as a Durable Object takes to move. */
const CODE_RETRY_S = 5;

/**
 * Enough for ten thousand requests a second, and few enough to stay awake. Another number resets
 * the counts.
 */
export const COUNTERS = 32;

/**
 * When a counter is unreachable, requests pass with a warning, but typed codes are rejected:
 * uncounted guesses of six digits would succeed.
 *
 * @param counterOf one of {@link COUNTERS} counters
 */
export function createLimits(
  counterOf: (number: number) => Counter,
  log: Pick<Logger, "warn">,
  responseLimitMs: number = RESPONSE_LIMIT_MS,
): Limits {
  let unreachable = 0;

  async function callCounter<T>(
    subject: string,
    call: (counter: Counter, key: string) => Promise<T>,
    fallback: T,
  ): Promise<T> {
    // It is a hash, because no address is stored.
    const key = hash("sha256", subject);
    try {
      const counter = counterOf(Number.parseInt(key.slice(0, 8), 16) % COUNTERS);
      return await withDeadline(call(counter, key), responseLimitMs);
    } catch {
      unreachable += 1;
      log.warn("limits_unreachable", { count: unreachable });
      return fallback;
    }
  }

  const record =
    (method: "uncountCodeAttempt" | "recordCodeSuccess" | "recordSuccessFrom") =>
    (subject: string, visitor: string) =>
      callCounter(
        subject,
        (counter, key) => counter[method](key, hash("sha256", visitor)),
        undefined,
      );

  const allowed: LimitResult = { allowed: true, retryAfterS: 0 };
  const retrySoon: LimitResult = { allowed: false, retryAfterS: CODE_RETRY_S };
  return {
    take: (bucket, subject, visitors = 1) =>
      callCounter(subject, (counter, key) => counter.take(key, bucket, visitors), allowed),
    uncount: (bucket, subject, visitors = 1) =>
      callCounter(subject, (counter, key) => counter.uncount(key, bucket, visitors), undefined),
    checkPasswordAttempt: (subject, visitor, onlyKnown) =>
      callCounter(
        subject,
        (counter, key) => counter.checkPasswordAttempt(key, hash("sha256", visitor), onlyKnown),
        allowed,
      ),
    checkCodeAttempt: (subject, visitor) =>
      callCounter(
        subject,
        (counter, key) => counter.checkCodeAttempt(key, hash("sha256", visitor)),
        retrySoon,
      ),
    uncountCodeAttempt: record("uncountCodeAttempt"),
    recordCodeSuccess: record("recordCodeSuccess"),
    recordSuccessFrom: record("recordSuccessFrom"),
  };
}
