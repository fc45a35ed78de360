import { MINUTE_MS } from "#contracts/durations.ts";
import { redactMessage } from "../redact-message.ts";

/** What a company answered to a failed attempt: the `cause` of its error, whose message is logged. */
export class CompanyAnswer {
  readonly httpStatus: number | null;
  /** Redacted. */
  readonly message: string | null;

  /** @param message as the company wrote it */
  constructor(httpStatus: number | null, message: unknown) {
    this.httpStatus = httpStatus;
    this.message = typeof message === "string" ? redactMessage(message) : null;
  }
}

/** A retry cannot succeed. The message holds a code, never request data. */
export class PermanentError extends Error {
  override readonly name: string = "PermanentError";
}

const DEFAULT_MS = 1_000;
/** A header with a huge value must not stop the queue for longer. */
const PAUSE_MAX_MS = MINUTE_MS;

/** @returns milliseconds, from 1 second to 1 minute */
export function retryAfterMs(header: string | null | undefined): number {
  const seconds = Number(header ?? Number.NaN);
  if (!Number.isFinite(seconds)) return DEFAULT_MS;
  return Math.min(Math.max(seconds * 1_000, DEFAULT_MS), PAUSE_MAX_MS);
}
