import { MINUTE_MS } from "#contracts/durations.ts";
import { describeError } from "./describe-error.ts";

const CHECK_EVERY_MS = MINUTE_MS;

/** A deploy or a lost packet is no news. */
const FAILURES_MIN = 3;

/**
 * Asks the API regularly as the worker does for files. What lies in between, such as Cloudflare's bot rules, may refuse what
 * browsers still get.
 *
 * @param ask throws when the API refuses
 */
export function watchEdge(ask: () => Promise<void>) {
  let failures = 0;
  let last: string | null = null;
  const check = async () => {
    try {
      await ask();
      failures = 0;
    } catch (error) {
      failures += 1;
      last = describeError(error);
    }
  };
  const timer = setInterval(() => void check(), CHECK_EVERY_MS);
  void check();
  return {
    /** Why the API refuses; null unless it has for minutes. */
    refusal: () => (failures >= FAILURES_MIN ? last : null),
    stop: () => Promise.resolve(clearInterval(timer)),
  };
}
