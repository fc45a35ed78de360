import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import type { ErrorTexts } from "../../lib/error-message.ts";
import { apiErrors } from "../session/api-errors.ts";

const CODES = {
  ...ACCOUNT_MESSAGES.refused,
  weak_password_length: ACCOUNT_MESSAGES.signUp.tooShort,
  weak_password_pwned: ACCOUNT_MESSAGES.signUp.tooCommon,
} as const;

/** Also texts for calls of GoTrue, whose own wording is for developers. */
export const accountErrors = (fallback: string): ErrorTexts => ({
  ...apiErrors(fallback),
  codes: CODES,
});
