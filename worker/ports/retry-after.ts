import { MINUTE_MS } from "#contracts/durations.ts";

const DEFAULT_MS = 1_000;
/** A header with a huge value must not stop the queue for longer. */
const PAUSE_MAX_MS = MINUTE_MS;

/** @returns milliseconds, from 1 second to 1 minute */
export function retryAfterMs(header: string | null | undefined): number {
  const seconds = Number(header ?? Number.NaN);
  if (!Number.isFinite(seconds)) return DEFAULT_MS;
  return Math.min(Math.max(seconds * 1_000, DEFAULT_MS), PAUSE_MAX_MS);
}
