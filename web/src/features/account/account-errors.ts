import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import type { ErrorTexts } from "../../lib/error-message.ts";
import { apiErrors } from "../session/api-errors.ts";

/** Also texts for calls of GoTrue, whose own wording is for developers. */
export const accountErrors = (fallback: string): ErrorTexts => ({
  ...apiErrors(fallback),
  codes: ACCOUNT_MESSAGES.refused,
});
