import { hash } from "node:crypto";

/** SHA-256 of UTF-8 text, hexadecimal. */
export function sha256Hex(text: string): string {
  // For short texts crypto.subtle's promise costs more than the hash.
  return hash("sha256", text);
}
