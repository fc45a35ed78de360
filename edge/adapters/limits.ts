import type { Limits, Verdict } from "../auth/limits.ts";
import type { Logger } from "../http/logger.ts";
import { sha256Hex } from "../http/sha256.ts";
import type { LimitCounter } from "./limit-counter.ts";

/** The part of a counter that requests use. */
type Counter = {
  [M in "take" | "tryPassword" | "ownerWasAt"]: (
    ...args: Parameters<LimitCounter[M]>
  ) => Promise<ReturnType<LimitCounter[M]>>;
};

// An answer takes some milliseconds. Beyond this a visitor would wait longer for the count than for what is counted.
const ANSWER_LIMIT_MS = 1_000;

/**
 * Asks the counters. One that cannot be reached in time lets pass, with a warning that says how many there were: a
 * limit that is down must not close the door on everybody.
 *
 * @param counterOf the counter of a name, the same for every isolate
 */
export function createLimits(
  counterOf: (name: string) => Counter,
  log: Pick<Logger, "warn">,
  answerLimitMs: number = ANSWER_LIMIT_MS,
): Limits {
  let unreachable = 0;

  async function ask<T>(key: string, question: (counter: Counter) => Promise<T>, otherwise: T) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      return await Promise.race([
        // A counter's name is kept by the platform, and an address has no business there.
        question(counterOf(sha256Hex(key))),
        new Promise<never>((_, reject) => {
          timer = setTimeout(() => reject(new Error("deadline")), answerLimitMs);
        }),
      ]);
    } catch {
      unreachable += 1;
      log.warn("limits_unreachable", { count: unreachable });
      return otherwise;
    } finally {
      clearTimeout(timer);
    }
  }

  const allowed: Verdict = { allowed: true, retryAfterS: 0 };
  return {
    take: (bucket, key) => ask(key, (counter) => counter.take(bucket), allowed),
    tryPassword: (account, visitor) =>
      ask(account, (counter) => counter.tryPassword(visitor), allowed),
    ownerWasAt: (account, visitor) =>
      ask(account, (counter) => counter.ownerWasAt(visitor), undefined),
  };
}
