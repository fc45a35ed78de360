import { createHmac, timingSafeEqual } from "node:crypto";

// What every authenticator app understands, and the only values that all of them do.
const DIGITS = 6;
const STEP_S = 30;

/** A code is taken one step early and one step late: clocks differ, and typing takes time. */
const SKEW_STEPS = 1;

/** The length of a new secret: what the hash function itself gives. */
export const TOTP_SECRET_BYTES = 20;

const CODE = new RegExp(`^\\d{${DIGITS}}$`);

/** The number of the time step that a moment lies in. */
export function totpStep(at: Date): number {
  return Math.floor(at.getTime() / 1_000 / STEP_S);
}

/**
 * The code of one time step (RFC 6238 with SHA-1, which is HOTP of RFC 4226 over the step's number).
 *
 * @param digits how many, six unless a test of the standard asks for eight
 */
export function totpCode(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return (number % 10 ** digits).toString().padStart(digits, "0");
}

/**
 * Finds the step whose code was typed in. It is for the caller to see that no step is used twice.
 *
 * @returns the step's number, or null where the code fits none of those that are near
 */
export function matchTotp(secret: Uint8Array, code: string, at: Date): number | null {
  if (!CODE.test(code)) return null;
  const now = totpStep(at);
  for (let step = now - SKEW_STEPS; step <= now + SKEW_STEPS; step++) {
    if (timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code))) return step;
  }
  return null;
}

/**
 * What the QR code says to an authenticator.
 *
 * @param secret in base32 without padding
 * @param account what the person sees beside the issuer, to tell several accounts apart
 */
export function totpUri({
  issuer,
  account,
  secret,
}: {
  issuer: string;
  account: string;
  secret: string;
}): string {
  // Not URLSearchParams: some authenticators show the plus signs that it writes for blanks.
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?algorithm=SHA1&digits=${DIGITS}&issuer=${encodeURIComponent(issuer)}&period=${STEP_S}&secret=${secret}`;
}
