import { AuthError } from "../http/auth-errors.ts";

// It stands in every access token, which travels in a header: with this much, a token still fits all of them.
const METADATA_MAX_BYTES = 4_096;

/**
 * Judges what a person wants to keep about themselves.
 *
 * @param known what is there already; a key of `given` that is null takes it away
 * @throws {AuthError} `validation_failed` when it would be too much for a token
 */
export function requireSmallMetadata(
  given: Record<string, unknown>,
  known: Record<string, unknown> = {},
): void {
  if (isSmallMetadata(given, known)) return;
  throw new AuthError("validation_failed", "User metadata cannot be longer than 4096 bytes");
}

/** Whether a token has room for what would be kept about a person. */
export function isSmallMetadata(
  given: Record<string, unknown>,
  known: Record<string, unknown>,
): boolean {
  const kept = Object.entries({ ...known, ...given }).filter(([, value]) => value !== null);
  return Buffer.byteLength(JSON.stringify(Object.fromEntries(kept))) <= METADATA_MAX_BYTES;
}
