import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Keeps a text unreadable at rest. */
export type Encryptor = {
  /** @param context what the text belongs to, a row's id: sealed for one row, it cannot be opened for another */
  seal(text: string, context: string): string;
  /** @throws {Error} for what was sealed under another secret, for another purpose or context, or was changed */
  open(sealed: string, context: string): string;
};

const ALGORITHM = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = "v1.";

/**
 * @param secret at least 32 characters, known to the edge alone
 * @param purpose keeps what one part of the service seals from being opened by another
 */
export function createEncryptor(secret: string, purpose: string): Encryptor {
  const key = Buffer.from(hkdfSync("sha256", secret, "", purpose, KEY_BYTES));
  return {
    seal(text, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
    },
    open(sealed, context) {
      try {
        return decrypt(key, sealed, context);
      } catch (cause) {
        throw new Error("nothing that this key opens", { cause });
      }
    },
  };
}

function decrypt(key: Buffer, sealed: string, context: string): string {
  if (!sealed.startsWith(VERSION)) throw new Error("of another version");
  const bytes = Buffer.from(sealed.slice(VERSION.length), "base64url");
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
}
