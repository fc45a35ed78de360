import { AuthError } from "../http/auth-errors.ts";

// Access tokens travel in a header; a larger one would exceed header limits.
const METADATA_MAX_BYTES = 4_096;

/**
 * @param known stored metadata; null in `given` removes a key
 * @throws {AuthError} `validation_failed` when the result is too large for a token
 */
export function requireSmallMetadata(
  given: Record<string, unknown>,
  known: Record<string, unknown> = {},
): void {
  if (isSmallMetadata(given, known)) return;
  throw new AuthError("validation_failed", "User metadata cannot be longer than 4096 bytes");
}

export function isSmallMetadata(
  given: Record<string, unknown>,
  known: Record<string, unknown>,
): boolean {
  const kept = Object.entries({ ...known, ...given }).filter(([, value]) => value !== null);
  return Buffer.byteLength(JSON.stringify(Object.fromEntries(kept))) <= METADATA_MAX_BYTES;
}
