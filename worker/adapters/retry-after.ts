/** What a provider that names no time is given. */
const DEFAULT_MS = 1_000;
/** A slip of a provider's must not silence the queue for longer than this. */
const LONGEST_MS = 60_000;

/**
 * Reads a Retry-After header of seconds, the form that mail providers send.
 *
 * @returns milliseconds, from 1 second to 1 minute
 */
export function retryAfterMs(header: string | null | undefined): number {
  const seconds = Number(header ?? Number.NaN);
  if (!Number.isFinite(seconds)) return DEFAULT_MS;
  return Math.min(Math.max(seconds * 1_000, DEFAULT_MS), LONGEST_MS);
}
