import { Stripe } from "stripe";
import { MINUTE_MS } from "#contracts/durations.ts";
import { isInvalidRequest, isResourceMissing } from "#db/stripe/errors.ts";
import { CompanyAnswer, PermanentError } from "../ports/company-answer.ts";

export class StripeRejected extends PermanentError {
  override readonly name = "StripeRejected";
}

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

/** Omits Stripe's message, which may hold personal data. */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const message = `Stripe: ${error.code ?? error.type} (${error.statusCode ?? "no status"})`;
    const answer = { cause: new CompanyAnswer(error.statusCode ?? null, error.message) };
    throw isResourceMissing(error)
      ? new StripeRejected(message, answer)
      : new Error(message, answer);
  }
}
