import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import { type Passwords, SALT_BYTES } from "../../../edge/auth/passwords/hash.ts";

/** OWASP's parameters for 16 MiB, as the edge hashed before Argon2id: neither queued nor replaced. */
const PARAMETERS = { N: 2 ** 14, r: 8, p: 5, maxmem: 64 * 1_024 ** 2 };

export const scryptPasswords: Passwords = {
  hash: (password, salt = randomBytes(SALT_BYTES)) =>
    Promise.resolve(`${salt.toString("hex")} ${derive(password, salt).toString("hex")}`),
  verify(password, stored) {
    const [salt = "", key = ""] = (stored ?? "").split(" ");
    const matches = timingSafeEqual(
      derive(password, Buffer.from(salt, "hex")),
      Buffer.from(key, "hex"),
    );
    return Promise.resolve({ matches, outdated: false });
  },
};

function derive(password: string, salt: Buffer): Buffer {
  return scryptSync(password, salt, 32, PARAMETERS);
}
