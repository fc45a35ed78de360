import { CallError } from "../../lib/call-error.ts";

/** The visitor sent too much at once. */
export class LimitError extends CallError {
  readonly retryAfterMs: number;

  /** @param retryAfter header of the answer, in seconds */
  constructor(retryAfter: string | null, code: string | null, userMessage: string | null) {
    super(429, code, userMessage);
    this.retryAfterMs = Number(retryAfter) * 1_000;
  }
}

const PAUSES_MS = [1_000, 3_000, 9_000, 27_000];

/**
 * How long an upload waits after a failed request.
 *
 * @param attempt from 0
 * @returns null when another attempt cannot succeed, or was tried for long enough
 */
export function retryPauseMs(error: unknown, attempt: number): number | null {
  const pauseMs = PAUSES_MS[attempt];
  if (pauseMs === undefined || !mayPass(error)) return null;
  return error instanceof LimitError ? error.retryAfterMs + pauseMs : pauseMs;
}

function mayPass(error: unknown): boolean {
  if (!(error instanceof CallError)) return true;
  return error.status >= 500 || error.status === 429 || error.status === 0;
}
