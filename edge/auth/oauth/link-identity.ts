import type { Account } from "#db/accounts/account.ts";
import { isBanned } from "../sessions/bearer.ts";
import { AuthError } from "../http/auth-errors.ts";
import type { ProviderProfile } from "./profile.ts";

/** Accounts that may be meant by somebody who comes from a provider. */
export type LinkableUsers = {
  /** The account that this very identity belongs to. */
  known: Account | null;
  /** The account of the same address, whether it was proven or not. */
  ofAddress: Account | null;
  /** Accounts with another identity of the same address, which its provider had seen. */
  ofIdentities: readonly Account[];
};

/** What becomes of somebody who comes from a provider. */
export type SignInDecision =
  /** They are let into an account that is there. */
  | {
      kind: "enter";
      account: Account;
      /** The account's address is proven by this. */
      confirms: boolean;
      /**
       * Whoever made the account never proved the address, so that they may be somebody else: their password, sessions
       * and other ways in go.
       */
      resets: boolean;
    }
  | { kind: "create"; email: string | null }
  /** The address is still to be proven by a mail; `account` is the one that waits for that, or null for a new one. */
  | { kind: "confirm_first"; account: Account | null; email: string };

export type SignInRules = {
  /** As identities name it. */
  provider: string;
  isEmailOptional: boolean;
  /** Whether new addresses need no proof here. */
  autoconfirm: boolean;
  signupDisabled: boolean;
};

/**
 * Decides which account somebody from a provider enters.
 *
 * @throws {AuthError} `user_banned`, `signup_disabled`, `provider_email_needs_verification` for an address that
 *   neither the provider nor we have seen to be theirs, `conflict` when it cannot be said which account is meant
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
  if (account !== null && isBanned(account, now)) {
    throw new AuthError("user_banned", "User is banned");
  }
  if (account === null && rules.signupDisabled) {
    throw new AuthError("signup_disabled", "Signups not allowed for this instance");
  }
  return decision;
}

function decideKnown(
  { email, isEmailVerified }: Pick<ProviderProfile, "email" | "isEmailVerified">,
  account: Account,
  { autoconfirm }: SignInRules,
): SignInDecision {
  if (account.email === null || account.email_confirmed_at !== null) {
    return { kind: "enter", account, confirms: false, resets: false };
  }
  // What the provider has seen is its own address, which need not be the one that waits here.
  if (autoconfirm || (isEmailVerified && email === account.email)) {
    return { kind: "enter", account, confirms: true, resets: true };
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
    // Also where new addresses need no proof: an account that is there is not given away for a mere claim.
    if (ofAddress !== null) throw emailNotVerifiedError(rules.provider);
    return rules.autoconfirm
      ? { kind: "create", email }
      : { kind: "confirm_first", account: null, email };
  }
  if (ofAddress !== null && ofAddress.email_confirmed_at !== null) {
    return { kind: "enter", account: ofAddress, confirms: false, resets: false };
  }
  const [linked, another] = ofIdentities;
  if (another !== undefined) {
    throw new AuthError("conflict", "Multiple accounts with the same email address");
  }
  if (linked !== undefined) {
    // An address of theirs that waits for its proof has been proven by this, if it is this one.
    const confirms = linked.email === email && linked.email_confirmed_at === null;
    return { kind: "enter", account: linked, confirms, resets: confirms };
  }
  if (ofAddress !== null) {
    return { kind: "enter", account: ofAddress, confirms: true, resets: true };
  }
  return { kind: "create", email };
}

/** @param mailed whether a mail went out that lets them prove it */
export function emailNotVerifiedError(provider: string, mailed = false): AuthError {
  return new AuthError(
    "provider_email_needs_verification",
    mailed
      ? `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`
      : `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
    { status: 422 },
  );
}
