import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import { compareSync as compareBcrypt } from "bcryptjs";
import { PASSWORD_MAX_BYTES } from "#contracts/passwords.ts";
import { ARGON2ID, type Argon2 } from "./argon2.ts";
import { createHashQueue } from "./hash-queue.ts";
import { formatArgon2Hash, isOutdated, parseStoredHash, type StoredHash } from "./stored-hash.ts";

export const SALT_BYTES = 16;

export type Passwords = {
  /** @param salt of {@link SALT_BYTES}; random if left out */
  hash(password: string, salt?: Buffer): Promise<string>;
  /**
   * Hashes without a stored hash, too.
   *
   * @param stored null for an unknown account
   * @returns `outdated`: the stored hash is weaker than a new one
   */
  verify(password: string, stored: string | null): Promise<{ matches: boolean; outdated: boolean }>;
};

/**
 * Hashes one at a time. Its functions throw `service_unavailable` when too many wait.
 *
 * @param parameters of new hashes; a sign-in upgrades stored ones
 */
export function createPasswords(argon2: Argon2, parameters = ARGON2ID): Passwords {
  const inTurn = createHashQueue();
  return {
    hash: (password, salt = randomBytes(SALT_BYTES)) =>
      inTurn(() =>
        formatArgon2Hash(
          parameters,
          salt,
          argon2(Buffer.from(composed(password)), salt, parameters),
        ),
      ),
    verify: (password, stored) =>
      inTurn(() => {
        const known = stored === null ? null : parseStoredHash(stored);
        const bytes = Buffer.from(composed(password));
        if (known === null || bytes.length > PASSWORD_MAX_BYTES) {
          argon2(bytes.subarray(0, PASSWORD_MAX_BYTES), randomBytes(SALT_BYTES), parameters);
          return { matches: false, outdated: false };
        }
        return {
          // Imported hashes may be of the text as it was typed.
          matches:
            isMatch(argon2, composed(password), known) ||
            (password !== composed(password) && isMatch(argon2, password, known)),
          outdated: isOutdated(known, parameters),
        };
      }),
  };
}

/** One device sends é as one character, another as two. */
function composed(password: string): string {
  return password.normalize("NFC");
}

function isMatch(argon2: Argon2, password: string, stored: StoredHash): boolean {
  switch (stored.algorithm) {
    case "argon2id":
      return timingSafeEqual(
        argon2(Buffer.from(password), stored.salt, stored.parameters),
        stored.key,
      );
    case "scrypt":
      return timingSafeEqual(deriveScrypt(password, stored), stored.key);
    case "bcrypt":
      return compareBcrypt(password, stored.text);
  }
}

function deriveScrypt(
  password: string,
  { parameters: { n, r, p }, salt, key }: Extract<StoredHash, { algorithm: "scrypt" }>,
): Buffer {
  // It is twice what scrypt needs: OpenSSL counts a little more.
  const maxmem = 2 * 128 * r * (n + p + 2);
  return scryptSync(password, salt, key.length, { N: n, r, p, maxmem });
}
