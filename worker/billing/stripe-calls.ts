import { MINUTE_MS } from "#contracts/durations.ts";
import { isInvalidRequest } from "#db/stripe/errors.ts";

// Longer than a request waits for its response.
const KEY_SLOT_MS = MINUTE_MS;

/** For idempotency keys: Stripe keeps errors under a key, so a later retry needs a new one. */
export function keySlot(now: Date): number {
  return Math.floor(now.getTime() / KEY_SLOT_MS);
}

/** @returns false if Stripe rejects the request because another change came first */
export async function unlessRejected(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    if (isInvalidRequest(error)) return false;
    throw error;
  }
}

/** Turns a rejection by Stripe into an error that the queue retries. */
export async function throwRetryable(what: string, call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!isInvalidRequest(error)) throw error;
    throw new Error(`Stripe: ${error.code ?? error.type}, for ${what}`, { cause: error });
  }
}
