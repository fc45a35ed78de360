import { setTimeout as delay } from "node:timers/promises";

const PAUSE_MIN_MS = 25;
const PAUSE_MAX_MS = 250;
/** A pause is this share of the time waited: a long wait leaves the processor to what it waits for. */
const PAUSE_SHARE = 0.1;

/**
 * Polls until a condition holds.
 *
 * @param probe any result but undefined or false ends the wait
 * @param what named in the error
 * @throws {Error} after `limitMs` milliseconds
 */
export async function eventually<T>(
  what: string,
  probe: () => Promise<T | undefined | false>,
  limitMs = 20_000,
): Promise<T> {
  const begunMs = Date.now();
  for (;;) {
    const answer = await probe();
    if (answer !== undefined && answer !== false) return answer;
    const waitedMs = Date.now() - begunMs;
    if (waitedMs > limitMs) throw new Error(`this never came true: ${what}`);
    await delay(Math.min(PAUSE_MAX_MS, Math.max(PAUSE_MIN_MS, waitedMs * PAUSE_SHARE)));
  }
}
