import { MINUTE_MS } from "#contracts/durations.ts";
import type { SessionRow } from "#db/accounts/sessions/current-user-sql.ts";
import type { Account } from "#db/accounts/users/account-row.ts";
import { AuthError } from "../http/auth-errors.ts";
import type { CurrentUser } from "./bearer.ts";

/** A sign-in this recent needs no other proof. */
const PROVEN_FOR_MS = 10 * MINUTE_MS;

/** `amr` methods that prove the mailbox or phone: enough for a new password without the old one. */
const MAILBOX_METHODS = new Set(["otp", "recovery", "magiclink"]);

/** The `amr` entry of a code that was texted has this method. */
export const BY_PHONE = "phone";

export function isRecentSignIn(session: SessionRow | null, now: Date): boolean {
  return isRecent(session?.amr ?? [], now);
}

export function hasRecentMailboxProof(session: SessionRow | null, now: Date): boolean {
  return isRecent(session?.amr.filter(({ method }) => MAILBOX_METHODS.has(method)) ?? [], now);
}

/** As {@link hasRecentMailboxProof}, but not by the phone, which a thief may have added. */
export function hasRecentEmailProof(
  { email }: Pick<Account, "email">,
  { amr }: SessionRow,
  now: Date,
): boolean {
  const byMail = amr.filter(
    ({ method, provider }) => MAILBOX_METHODS.has(method) && provider !== BY_PHONE,
  );
  return email !== null && isRecent(byMail, now);
}

/**
 * Guards every new sign-in method, which would outlive a copied access token. An anonymous user has nothing to prove.
 *
 * @throws {AuthError} `reauthentication_needed`
 */
export function requireRecentSignIn({ user, session }: CurrentUser, now: Date): void {
  if (user.isAnonymous || isRecentSignIn(session, now)) return;
  throw new AuthError("reauthentication_needed", "A new sign-in method requires a recent sign-in");
}

function isRecent(amr: SessionRow["amr"], now: Date): boolean {
  const provenAt = Math.max(0, ...amr.map(({ timestamp }) => timestamp * 1_000));
  return now.getTime() - provenAt <= PROVEN_FOR_MS;
}
