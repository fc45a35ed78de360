import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { spanInWords } from "#contracts/spans.ts";
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
  const seconds = waitSecondsOf(error);
  return codeOf(error) === "over_request_rate_limit" && seconds !== null
    ? ACCOUNT_MESSAGES.code.tooMany(waitOf(seconds))
    : null;
}

/** @returns null for an error that names no wait between two mails */
export function tooSoonRefusal(error: unknown): { waitS: number; text: string } | null {
  const waitS = waitSecondsOf(error);
  if (codeOf(error) !== "over_email_send_rate_limit" || waitS === null) return null;
  return { waitS, text: ACCOUNT_MESSAGES.code.tooSoon(waitOf(waitS)) };
}

function waitSecondsOf(error: unknown): number | null {
  const seconds = error instanceof Error ? WAIT.exec(error.message)?.[1] : undefined;
  return seconds === undefined ? null : Number(seconds);
}

function waitOf(seconds: number): string {
  if (seconds <= 90) return `${seconds} seconds`;
  const unit = seconds < 7_200 ? 60 : 3_600;
  return spanInWords(Math.ceil(seconds / unit) * unit);
}
