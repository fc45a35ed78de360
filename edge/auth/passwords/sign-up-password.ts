import { createHmac } from "node:crypto";
import type { AuthDeps } from "../deps.ts";
import { SALT_BYTES } from "./hash.ts";

/**
 * The salt is derived from the unproven email or phone: a repeated sign-up has the same hash, so the
 * statement sees whether two people claim the email.
 */
export async function hashForSignUp(
  { config, passwords }: AuthDeps,
  { emailOrPhone, password }: { emailOrPhone: string; password: string },
): Promise<string> {
  const salt = createHmac("sha256", config.AUTH_TOKEN_SECRET)
    .update(JSON.stringify(["sign-up", emailOrPhone]))
    .digest()
    .subarray(0, SALT_BYTES);
  return passwords.hash(password, salt);
}
