import type { LinkableUsers } from "#db/accounts/oauth/find-linkable-users.ts";
import type { Account } from "#db/accounts/users/account-row.ts";
import { signupDisabledError, userBannedError } from "../http/account-errors.ts";
import { AuthError } from "../http/auth-errors.ts";
import { isBanned } from "../sessions/bearer.ts";
import type { ProviderProfile } from "./profile.ts";

export type SignInDecision =
  | {
      kind: "sign_in";
      account: Account;
      confirms: boolean;
      /**
       * Removes password, sessions and other identities: they may be another person's, because
       * the email was never proven.
       */
      resets: boolean;
    }
  | { kind: "create"; email: string | null }
  /** A mail has to prove the email first; `account` is null without an unconfirmed one. */
  | { kind: "confirm_first"; account: Account | null; email: string };

export type SignInRules = {
  provider: string;
  isEmailOptional: boolean;
  autoconfirm: boolean;
  signupDisabled: boolean;
};

/**
 * @throws {AuthError} `user_banned`, `signup_disabled`, `provider_email_needs_verification` for
 * an unverified email, `conflict` when several accounts match
 */
export function decideSignIn(
  profile: Pick<ProviderProfile, "email" | "isEmailVerified">,
  candidates: LinkableUsers,
  rules: SignInRules,
  now: Date,
): SignInDecision {
  const decision =
    candidates.known === null
      ? decideUnknown(profile, candidates, rules)
      : decideKnown(profile, candidates.known, rules);
  const account = decision.kind === "create" ? null : decision.account;
  if (account !== null && isBanned(account, now)) throw userBannedError();
  if (account === null && rules.signupDisabled) throw signupDisabledError();
  return decision;
}

function decideKnown(
  { email, isEmailVerified }: Pick<ProviderProfile, "email" | "isEmailVerified">,
  account: Account,
  { autoconfirm }: SignInRules,
): SignInDecision {
  if (account.email === null || account.emailConfirmedAt !== null) {
    return { kind: "sign_in", account, confirms: false, resets: false };
  }
  // The verified email may differ from the pending one.
  if (autoconfirm || (isEmailVerified && email === account.email)) {
    return { kind: "sign_in", account, confirms: true, resets: true };
  }
  return { kind: "confirm_first", account, email: account.email };
}

function decideUnknown(
  { email, isEmailVerified }: Pick<ProviderProfile, "email" | "isEmailVerified">,
  { ofAddress, ofIdentities }: LinkableUsers,
  rules: SignInRules,
): SignInDecision {
  if (email === null) {
    if (rules.isEmailOptional) return { kind: "create", email: null };
    throw emailNotVerifiedError(rules.provider);
  }
  if (!isEmailVerified) {
    // Even with autoconfirm, an unverified claim gets no existing account.
    if (ofAddress !== null) throw emailNotVerifiedError(rules.provider);
    return rules.autoconfirm
      ? { kind: "create", email }
      : { kind: "confirm_first", account: null, email };
  }
  if (ofAddress !== null && ofAddress.emailConfirmedAt !== null) {
    return { kind: "sign_in", account: ofAddress, confirms: false, resets: false };
  }
  const [linked, another] = ofIdentities;
  if (another !== undefined) {
    throw new AuthError("conflict", "Multiple accounts with the same email address");
  }
  if (linked !== undefined) {
    const confirms = linked.email === email && linked.emailConfirmedAt === null;
    return { kind: "sign_in", account: linked, confirms, resets: confirms };
  }
  if (ofAddress !== null) {
    return { kind: "sign_in", account: ofAddress, confirms: true, resets: true };
  }
  return { kind: "create", email };
}

export function emailNotVerifiedError(provider: string, { isMailed = false } = {}): AuthError {
  return new AuthError(
    "provider_email_needs_verification",
    isMailed
      ? `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`
      : `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
    { status: 422 },
  );
}
