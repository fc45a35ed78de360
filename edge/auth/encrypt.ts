import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

export type Encryptor = {
  /** @param context the row's id: a text of one row cannot be decrypted for another */
  encrypt(text: string, context: string): string;
  /** @throws {Error} for another secret, purpose or context, or a changed text */
  decrypt(encrypted: string, context: string): string;
};

const ALGORITHM = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = "v1.";

/** @param purpose separates what one secret encrypts */
export function createEncryptor(secret: string, purpose: string): Encryptor {
  const key = Buffer.from(hkdfSync("sha256", secret, "", purpose, KEY_BYTES));
  return {
    encrypt(text, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
    },
    decrypt(encrypted, context) {
      try {
        return decryptWith(key, encrypted, context);
      } catch (cause) {
        throw new Error("cannot be decrypted with this key", { cause });
      }
    },
  };
}

function decryptWith(key: Buffer, encrypted: string, context: string): string {
  if (!encrypted.startsWith(VERSION)) throw new Error("unknown version");
  const bytes = Buffer.from(encrypted.slice(VERSION.length), "base64url");
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
}
