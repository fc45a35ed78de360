import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { appendFile, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Reads a key for backups.
 *
 * @param text 32 bytes in base64
 * @throws {Error} with the command that makes one
 */
export function readBackupKey(text = ""): Buffer {
  const key = Buffer.from(text, "base64");
  if (key.length !== KEY_BYTES) {
    throw new Error("BACKUP_KEY has to be 32 bytes in base64: openssl rand -base64 32");
  }
  return key;
}

/** Compresses and encrypts text. The file begins with the initialisation vector and ends with the authentication tag. */
export async function seal(
  text: AsyncIterable<string>,
  { file, key }: { file: string; key: Buffer },
): Promise<void> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv);
  const target = createWriteStream(file, { mode: 0o600 });
  target.write(iv);
  await pipeline(Readable.from(text), createGzip(), cipher, target);
  await appendFile(file, cipher.getAuthTag());
}

/**
 * Decrypts a file. What it yields counts only once it has ended without an error.
 *
 * @throws {Error} with one sentence, for another key or a file that was changed or cut off
 */
export async function* unseal({
  file,
  key,
}: {
  file: string;
  key: Buffer;
}): AsyncGenerator<Buffer> {
  const handle = await open(file);
  const { size } = await handle.stat();
  const [iv, tag] = [Buffer.alloc(IV_BYTES), Buffer.alloc(TAG_BYTES)];
  await handle.read(iv, 0, IV_BYTES, 0);
  await handle.read(tag, 0, TAG_BYTES, size - TAG_BYTES);
  await handle.close();
  const decipher = createDecipheriv(CIPHER, key, iv).setAuthTag(tag);
  const source = createReadStream(file, { start: IV_BYTES, end: size - TAG_BYTES - 1 });
  try {
    yield* source.compose(decipher).compose(createGunzip());
  } catch (error) {
    throw new Error("The backup was made with another BACKUP_KEY, or is damaged.", {
      cause: error,
    });
  }
}
