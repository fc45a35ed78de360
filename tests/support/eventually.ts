import { setTimeout as delay } from "node:timers/promises";

const POLL_MS = 25;

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
  const deadline = Date.now() + limitMs;
  for (;;) {
    const answer = await probe();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`this never came true: ${what}`);
    await delay(POLL_MS);
  }
}
