import { createHmac, timingSafeEqual } from "node:crypto";

// The only values that all authenticator apps support.
const DIGITS = 6;
const STEP_S = 30;

/** One step early and late: clocks differ, and typing takes time. */
const SKEW_STEPS = 1;

/** The output length of SHA-1. */
export const TOTP_SECRET_BYTES = 20;

const CODE = new RegExp(`^\\d{${DIGITS}}$`);

export function totpStep(at: Date): number {
  return Math.floor(at.getTime() / 1_000 / STEP_S);
}

/**
 * RFC 6238 with SHA-1.
 *
 * @param digits eight only for the RFC's test vectors
 */
export function totpCode(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return (number % 10 ** digits).toString().padStart(digits, "0");
}

/** @returns the time step, which the caller accepts once; null when no near step matches */
export function matchTotp(secret: Uint8Array, code: string, at: Date): number | null {
  if (!CODE.test(code)) return null;
  const now = totpStep(at);
  for (let step = now - SKEW_STEPS; step <= now + SKEW_STEPS; step++) {
    if (timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code))) return step;
  }
  return null;
}

/**
 * @param secret base32 without padding
 * @param account label beside the issuer
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
  // URLSearchParams would write `+` for a space, and some authenticators display it.
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?algorithm=SHA1&digits=${DIGITS}&issuer=${encodeURIComponent(issuer)}&period=${STEP_S}&secret=${secret}`;
}
