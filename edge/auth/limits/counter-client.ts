import type { Limits, LimitResult } from "./limits.ts";
import type { Logger } from "../../http/logger.ts";
import { sha256Hex } from "../../http/sha256.ts";
import type { LimitCounter } from "./counter-object.ts";

/** The part of a counter that requests use. */
export type Counter = Pick<
  LimitCounter,
  | "take"
  | "putBack"
  | "checkPasswordAttempt"
  | "checkCodeAttempt"
  | "recordCodeSuccess"
  | "recordSuccessFrom"
>;

// An answer takes some milliseconds. Beyond this a visitor would wait longer for the count than for what is counted.
const ANSWER_LIMIT_MS = 1_000;

/** About as long as an object takes that is moved, or that is made anew. */
const CODE_RETRY_S = 5;

/**
 * Enough for ten thousand requests a second, and few enough that each is awake: one object for each visitor would have to
 * be made or woken for nearly every request. Another number would forget what was counted.
 */
export const COUNTERS = 32;

/**
 * Asks the counters. One that cannot be reached in time lets pass, with a warning that says how many there were: a
 * limit that is down must not close the door on everybody. Typed-in codes wait for it: whoever keeps a counter busy would
 * find six digits that nobody counts within minutes, and there are links and passwords meanwhile.
 *
 * @param counterOf one of {@link COUNTERS} counters by its number, the same for every isolate
 */
export function createLimits(
  counterOf: (number: number) => Counter,
  log: Pick<Logger, "warn">,
  answerLimitMs: number = ANSWER_LIMIT_MS,
): Limits {
  let unreachable = 0;

  async function ask<T>(
    whom: string,
    question: (counter: Counter, key: string) => Promise<T>,
    otherwise: T,
  ): Promise<T> {
    // What is counted is kept under a hash: nobody looks an address up here.
    const key = sha256Hex(whom);
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      return await Promise.race([
        question(counterOf(Number.parseInt(key.slice(0, 8), 16) % COUNTERS), key),
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

  const allowed: LimitResult = { allowed: true, retryAfterS: 0 };
  const notNow: LimitResult = { allowed: false, retryAfterS: CODE_RETRY_S };
  return {
    take: (bucket, whom) => ask(whom, (counter, key) => counter.take(key, bucket), allowed),
    putBack: (bucket, whom) => ask(whom, (counter, key) => counter.putBack(key, bucket), undefined),
    checkPasswordAttempt: (account, visitor) =>
      ask(
        account,
        (counter, key) => counter.checkPasswordAttempt(key, sha256Hex(visitor)),
        allowed,
      ),
    checkCodeAttempt: (account, visitor) =>
      ask(account, (counter, key) => counter.checkCodeAttempt(key, sha256Hex(visitor)), notNow),
    recordCodeSuccess: (account, visitor) =>
      ask(account, (counter, key) => counter.recordCodeSuccess(key, sha256Hex(visitor)), undefined),
    recordSuccessFrom: (account, visitor) =>
      ask(account, (counter, key) => counter.recordSuccessFrom(key, sha256Hex(visitor)), undefined),
  };
}
