import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { ApiError } from "../session/call-function.ts";

const REFUSED: Readonly<Record<string, string>> = ACCOUNT_MESSAGES.refused;

/**
 * What to tell somebody after a call of the auth client failed. The authentication service's own wording is for developers.
 *
 * @param error what the call answered or threw
 * @param fallback for everything that has no text of its own, network failures among it
 */
export function errorMessage(error: unknown, fallback: string): string {
  if (typeof error !== "object" || error === null) return fallback;
  // Our own functions speak to people.
  if (error instanceof ApiError) return error.status < 500 ? error.message : fallback;
  if ("reasons" in error && Array.isArray(error.reasons)) {
    if (error.reasons.includes("length")) return ACCOUNT_MESSAGES.signUp.tooShort;
    if (error.reasons.includes("pwned")) return ACCOUNT_MESSAGES.signUp.tooCommon;
  }
  const code = codeOf(error);
  return code !== null && Object.hasOwn(REFUSED, code) ? (REFUSED[code] ?? fallback) : fallback;
}

/** The service's error code, or null. */
export function codeOf(error: unknown): string | null {
  if (typeof error !== "object" || error === null) return null;
  if ("code" in error && typeof error.code === "string") return error.code;
  // The client's own name for a session that the server does not know any more.
  if ("name" in error && error.name === "AuthSessionMissingError") return "session_not_found";
  return null;
}
