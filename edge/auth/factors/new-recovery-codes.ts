import { randomBytes } from "node:crypto";
import type { OneTimeCodes } from "#db/accounts/one-time-tokens/one-time-code.ts";

export const RECOVERY_CODES = 10;

/** The alphabet lacks i, l, o and u, which are mistaken for others. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 16;

/** 80 random bits each, so that a keyed hash needs no cost. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join(""),
  );
}

/** Case, blanks and hyphens do not count. */
export function recoveryCodeHash(codes: OneTimeCodes, userId: string, code: string): string {
  return codes.codeHash("recovery_code", userId, code.toLowerCase().replaceAll(/[\s-]/g, ""));
}
