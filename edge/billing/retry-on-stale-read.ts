import { isInvalidRequest } from "#db/stripe/errors.ts";

const TRIES_MAX = 3;

/**
 * Repeats read and act when Stripe rejects the request: what was read may be stale after another
 * click or a new period.
 *
 * @param act safe to repeat
 * @throws the last rejection, and every other error at once
 */
export async function retryOnStaleRead<Read, T>(
  read: () => Promise<Read>,
  act: (given: Read) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const given = await read();
    try {
      return await act(given);
    } catch (error) {
      if (!isInvalidRequest(error) || tries === TRIES_MAX) throw error;
    }
  }
}
