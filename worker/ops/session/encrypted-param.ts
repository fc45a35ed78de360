import { compactDecrypt, CompactEncrypt } from "jose";
import { JOSEError } from "jose/errors";

/**
 * Encrypts, because browser histories and proxy logs store URLs.
 *
 * @param key 32 bytes
 */
export async function encryptText(key: Buffer, text: string): Promise<string> {
  return new CompactEncrypt(Buffer.from(text))
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .encrypt(key);
}

/** @returns null for another key or a changed text */
export async function decryptText(key: Buffer, encrypted: string): Promise<string | null> {
  try {
    return Buffer.from((await compactDecrypt(encrypted, key)).plaintext).toString();
  } catch (error) {
    if (error instanceof JOSEError) return null;
    throw error;
  }
}
