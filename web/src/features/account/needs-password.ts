import type { User } from "@supabase/auth-js";
import { fetchAccountEmail } from "./account-api.ts";

/**
 * Whether a user has nothing but mailed codes to sign in with. Two sign-ups with two passwords leave none: a stranger may
 * have chosen either. False when the answer cannot be read.
 */
export async function needsPassword({ identities = [] }: User): Promise<boolean> {
  if (identities.some(({ provider }) => provider !== "email")) return false;
  return fetchAccountEmail().then(
    ({ has_password }) => !has_password,
    () => false,
  );
}

export const NEW_PASSWORD = "new-password";

/** The fragment of the page of confirm links for a user who has no password yet. */
export const CHOOSE_PASSWORD = "choose-password";
