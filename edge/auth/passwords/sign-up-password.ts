import { createHmac } from "node:crypto";
import type { AuthDeps } from "../deps.ts";
import { SALT_BYTES } from "./hash.ts";

type SignUpPasswordDeps = Pick<AuthDeps, "passwords"> & {
  config: Pick<AuthDeps["config"], "AUTH_TOKEN_SECRET">;
};

/**
 * Hashes the password of a sign-up. The salt belongs to the address or phone, so that a repeated sign-up with the same
 * password gives the same hash: the statement that writes it sees whether two people claim the address.
 *
 * @param handle the address or phone that is still to be proven
 */
export async function hashForSignUp(
  { config, passwords }: SignUpPasswordDeps,
  handle: string,
  password: string,
): Promise<string> {
  const salt = createHmac("sha256", config.AUTH_TOKEN_SECRET)
    .update(JSON.stringify(["sign-up", handle]))
    .digest()
    .subarray(0, SALT_BYTES);
  return passwords.hash(password, salt);
}
