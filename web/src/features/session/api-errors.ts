import { SESSION_REFUSALS } from "#contracts/messages/shared.ts";
import type { ErrorTexts } from "../../lib/error-message.ts";

/**
 * Texts for calls of our functions, whose messages are for users.
 * @param fallback for every other error, network failures included
 */
export function apiErrors(fallback: string): ErrorTexts {
  return {
    codes: SESSION_REFUSALS,
    answer: ({ status, userMessage }) => (status >= 500 ? fallback : (userMessage ?? fallback)),
    fallback,
  };
}
