import { validationError } from "../http/auth-errors.ts";

// Access tokens travel in a header; a larger one would exceed header limits.
const METADATA_MAX_BYTES = 4_096;

/**
 * @param change null removes a key
 * @throws {AuthError} `validation_failed` when the result is too large for a token
 */
export function requireSmallMetadata(
  change: Record<string, unknown>,
  stored: Record<string, unknown> = {},
): void {
  if (isSmallMetadata(change, stored)) return;
  throw validationError("User metadata cannot be longer than 4096 bytes");
}

export function isSmallMetadata(
  change: Record<string, unknown>,
  stored: Record<string, unknown>,
): boolean {
  const merged = Object.entries({ ...stored, ...change }).filter(([, value]) => value !== null);
  return Buffer.byteLength(JSON.stringify(Object.fromEntries(merged))) <= METADATA_MAX_BYTES;
}

/** The providers stand in the order of linking. */
export function providersMetadata(providers: readonly string[]): {
  provider: string;
  providers: string[];
} {
  const distinct = [...new Set(providers)];
  return { provider: distinct[0] ?? "", providers: distinct };
}
