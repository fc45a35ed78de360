import { hash } from "node:crypto";

/** The SHA-256 of a text in UTF-8, as 64 hexadecimal digits. */
export function sha256Hex(text: string): string {
  // Not crypto.subtle: for a text this short its promise costs more than the hash.
  return hash("sha256", text);
}
