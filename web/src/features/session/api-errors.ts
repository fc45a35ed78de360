import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import type { ErrorTexts } from "../../lib/error-message.ts";

const CODES = {
  ...ACCOUNT_MESSAGES.refused,
  weak_password_length: ACCOUNT_MESSAGES.signUp.tooShort,
  weak_password_pwned: ACCOUNT_MESSAGES.signUp.tooCommon,
} as const;

/**
 * Texts for calls of GoTrue, whose own wording is for developers, and of our functions, whose messages are for users.
 * @param fallback for every other error, network failures included
 */
export function apiErrors(fallback: string): ErrorTexts {
  return {
    codes: CODES,
    answer: ({ status, userMessage }) => (status >= 500 ? fallback : (userMessage ?? fallback)),
    fallback,
  };
}
