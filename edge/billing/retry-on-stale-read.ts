import { isInvalidRequest } from "../adapters/payments.ts";

/** How often something is read that changes under our hands. */
const TRIES_MAX = 3;

/**
 * Does something with what was read of the provider just now. A refusal may be of what was true a moment ago: another click
 * was faster, or the next period has begun. So it is read again then.
 *
 * @param read asks the provider
 * @param act what it did before may have been done: done again it is the same
 * @throws what `act` threw the last time, and at once what is no refusal of the provider's
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
