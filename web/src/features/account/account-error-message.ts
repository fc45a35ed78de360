import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { ApiError } from "../session/call-function.ts";

const REFUSED: Readonly<Record<string, string>> = ACCOUNT_MESSAGES.refused;

/**
 * GoTrue's own wording is for developers.
 * @param fallback for every other error, network failures included
 */
export function errorMessage(error: unknown, fallback: string): string {
  if (typeof error !== "object" || error === null) return fallback;
  // Messages of our functions are written for users.
  if (error instanceof ApiError) return error.status < 500 ? error.message : fallback;
  if ("reasons" in error && Array.isArray(error.reasons)) {
    if (error.reasons.includes("length")) return ACCOUNT_MESSAGES.signUp.tooShort;
    if (error.reasons.includes("pwned")) return ACCOUNT_MESSAGES.signUp.tooCommon;
  }
  const code = codeOf(error);
  return code !== null && Object.hasOwn(REFUSED, code) ? (REFUSED[code] ?? fallback) : fallback;
}

export function codeOf(error: unknown): string | null {
  if (typeof error !== "object" || error === null) return null;
  if ("code" in error && typeof error.code === "string") return error.code;
  // auth-js throws this when the server has ended the session.
  if ("name" in error && error.name === "AuthSessionMissingError") return "session_not_found";
  return null;
}
