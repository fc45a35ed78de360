import { createHmac } from "node:crypto";

const STEP_MS = 30_000;
const DIGITS = 6;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/**
 * TOTP code of RFC 6238 with SHA-1, 30 seconds and six digits.
 *
 * @param secret base32, spaces allowed
 * @param atMs epoch milliseconds
 */
export function totp(secret: string, atMs: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / STEP_MS)));
  const mac = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, "0");
}

function fromBase32(text: string): Buffer {
  const bits = text
    .toUpperCase()
    .replaceAll(/[^A-Z2-7]/g, "")
    .replaceAll(/./g, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0"));
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
