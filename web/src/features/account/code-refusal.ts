import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { codeOf } from "../../lib/error-message.ts";

/** GoTrue's wording. auth-js passes on no `Retry-After`. */
const WAIT = /after (\d+) seconds/;

/** @returns null for an error that is not about a mailed code */
export function codeRefusal(error: Error | null): string | null {
  if (codeOf(error) === "otp_expired") return ACCOUNT_MESSAGES.code.wrong;
  const refusal = tooManyCodes(error);
  return refusal === null ? null : refusal + ACCOUNT_MESSAGES.code.linkWorks;
}

/** @returns null for an error that names no wait */
export function tooManyCodes(error: Error | null): string | null {
  const seconds = WAIT.exec(error?.message ?? "")?.[1];
  return codeOf(error) === "over_request_rate_limit" && seconds !== undefined
    ? ACCOUNT_MESSAGES.code.tooMany(waitOf(Number(seconds)))
    : null;
}

function waitOf(seconds: number): string {
  if (seconds <= 90) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
