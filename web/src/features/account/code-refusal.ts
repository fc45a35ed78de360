import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { codeOf } from "../../lib/error-message.ts";

/** GoTrue's wording. auth-js passes on no `Retry-After`. */
const WAIT = /after (\d+) seconds/;

/** @returns null for an error that is not about a mailed code */
export function codeRefusal(error: Error | null): string | null {
  const code = codeOf(error);
  if (code === "otp_expired") return ACCOUNT_MESSAGES.code.wrong;
  const seconds = WAIT.exec(error?.message ?? "")?.[1];
  return code === "over_request_rate_limit" && seconds !== undefined
    ? ACCOUNT_MESSAGES.code.tooMany(waitOf(Number(seconds)))
    : null;
}

function waitOf(seconds: number): string {
  if (seconds <= 90) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
