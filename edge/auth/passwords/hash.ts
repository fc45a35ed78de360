import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { isCommonPassword } from "./common-passwords.ts";
import { AuthError, type WeakPasswordReason } from "../http/auth-errors.ts";
import type { AuthSettings } from "../auth-settings.ts";

type ScryptParameters = { n: number; r: number; p: number };

/** N=2^14, r=8, p=5: OWASP's equivalent for 16 MiB of memory. About 0.2 s of CPU. */
export const SCRYPT: ScryptParameters = { n: 2 ** 14, r: 8, p: 5 };

export const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** GoTrue's limit, from bcrypt. */
const PASSWORD_MAX_BYTES = 72;
const STORED = /^\$scrypt\$n=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9_-]+)\$([A-Za-z0-9_-]+)$/;

export type Passwords = {
  /** @param salt of {@link SALT_BYTES}; random if left out */
  hash(password: string, salt?: Buffer): Promise<string>;
  /**
   * Takes as long without a stored hash as with a wrong password.
   *
   * @param stored null for an unknown account
   * @returns `outdated`: the stored hash is weaker than a new one
   */
  verify(password: string, stored: string | null): Promise<{ matches: boolean; outdated: boolean }>;
};

/** @param parameters of new hashes; a sign-in upgrades stored ones */
export function createPasswords(parameters: ScryptParameters): Passwords {
  return {
    async hash(password, salt = randomBytes(SALT_BYTES)) {
      const key = await derive(password, salt, parameters);
      const { n, r, p } = parameters;
      return `$scrypt$n=${n},r=${r},p=${p}$${salt.toString("base64url")}$${key.toString("base64url")}`;
    },
    async verify(password, stored) {
      const known = stored === null ? null : parseStored(stored);
      if (known === null || Buffer.byteLength(password) > PASSWORD_MAX_BYTES) {
        await derive(password.slice(0, PASSWORD_MAX_BYTES), randomBytes(SALT_BYTES), parameters);
        return { matches: false, outdated: false };
      }
      const key = await derive(password, known.salt, known.parameters);
      return {
        matches: timingSafeEqual(key, known.key),
        outdated: costOf(known.parameters) < costOf(parameters),
      };
    },
  };
}

/**
 * @throws {AuthError} `weak_password` with every reason, or `validation_failed` when it is too
 * long
 */
export function requireStrongPassword(
  password: string,
  settings: Pick<AuthSettings, "PASSWORD_MIN_LENGTH" | "PASSWORD_REQUIRED_CHARACTERS">,
): void {
  if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) {
    throw new AuthError("validation_failed", "Password cannot be longer than 72 characters");
  }
  const weakness = weaknessOf(password, settings);
  if (weakness === null) return;
  throw new AuthError("weak_password", weakness.message, { weakPassword: weakness.reasons });
}

/** @returns null for an acceptable password */
export function weaknessOf(
  password: string,
  settings: Pick<AuthSettings, "PASSWORD_MIN_LENGTH" | "PASSWORD_REQUIRED_CHARACTERS">,
): { message: string; reasons: WeakPasswordReason[] } | null {
  const reasons: WeakPasswordReason[] = [];
  const messages: string[] = [];
  if (password.length < settings.PASSWORD_MIN_LENGTH) {
    reasons.push("length");
    messages.push(`Password should be at least ${settings.PASSWORD_MIN_LENGTH} characters.`);
  }
  const sets = settings.PASSWORD_REQUIRED_CHARACTERS;
  if (!sets.every((set) => Array.from(set).some((char) => password.includes(char)))) {
    reasons.push("characters");
    messages.push(`Password should contain at least one character of each: ${sets.join(", ")}.`);
  }
  if (isCommonPassword(password)) {
    reasons.push("pwned");
    messages.push("Password is known to be weak and easy to guess, please choose a different one.");
  }
  return reasons.length === 0 ? null : { message: messages.join(" "), reasons };
}

function derive(password: string, salt: Buffer, { n, r, p }: ScryptParameters): Promise<Buffer> {
  // Twice what scrypt needs: OpenSSL counts a little more.
  const maxmem = 2 * 128 * r * (n + p + 2);
  return new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_BYTES, { N: n, r, p, maxmem }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

function parseStored(
  stored: string,
): { parameters: ScryptParameters; salt: Buffer; key: Buffer } | null {
  const parts = STORED.exec(stored);
  if (parts === null) return null;
  const [, n = "", r = "", p = "", salt = "", key = ""] = parts;
  const keyBytes = Buffer.from(key, "base64url");
  if (keyBytes.length !== KEY_BYTES) return null;
  return {
    parameters: { n: Number(n), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, "base64url"),
    key: keyBytes,
  };
}

function costOf({ n, r, p }: ScryptParameters): number {
  return n * r * p;
}
