import { findLinkableUsers, type LinkableUsers } from "#db/accounts/oauth/find-linkable-users.ts";
import {
  type IdentityOwner,
  type SignInResponse,
  type SignInResult,
  type SignInWithIdentity,
  signInWithIdentity,
} from "#db/accounts/oauth/sign-in-with-identity.ts";
import { findCurrentUser } from "#db/accounts/sessions/find-sessions.ts";
import type { Account } from "#db/accounts/users/account-row.ts";
import type { NewIdentity } from "#db/accounts/users/insert-account.ts";
import { retry } from "#db/retry.ts";
import type { AppContext } from "../../http/env.ts";
import { VISITOR_ACTOR } from "../../http/publish-events.ts";
import { newOwner } from "../accounts/create-account.ts";
import { isSmallMetadata, providersMetadata } from "../accounts/metadata.ts";
import type { AuthDeps } from "../deps.ts";
import { emailExistsError, userBannedError } from "../http/account-errors.ts";
import { AuthError } from "../http/auth-errors.ts";
import { publishWritten } from "../http/publish-written.ts";
import { requireMailAllowed } from "../limits/send-timers.ts";
import { newMail } from "../one-time-tokens/new-token.ts";
import { isBanned } from "../sessions/bearer.ts";
import { newNotice } from "../sessions/new-session.ts";
import { decideSignIn, emailNotVerifiedError, type SignInDecision } from "./decide-sign-in.ts";
import { type Provider, ssoProviderIdOf } from "./presets.ts";
import type { ProviderProfile } from "./profile.ts";

export type OAuthIdentity = {
  provider: Provider;
  profile: ProviderProfile;
  /** Null for sign-ins. `flowId` is the PKCE code that replaces the session. */
  link: { userId: string; flowId: string | null } | null;
  /** A confirmation mail links to it. */
  redirectTo: string;
};

export type ImmediateSignInResponse = Exclude<SignInResponse, { kind: "mail" }>;

// A concurrent request may take the email or identity; the next attempt sees it.
const ATTEMPTS_MAX = 3;

/**
 * Finds, creates or links the account.
 *
 * @throws {AuthError} as `decideSignIn`; for links `identity_already_exists`, `email_exists` or
 * `user_not_found`
 */
export async function signInWithProvider(
  c: AppContext,
  deps: AuthDeps,
  oauthIdentity: OAuthIdentity,
  signInResponse: ImmediateSignInResponse,
): Promise<SignInResult> {
  const attempt = async (): Promise<SignInResult | null> => {
    const candidates = await findLinkable(deps, oauthIdentity);
    return oauthIdentity.link === null
      ? signIn(c, deps, oauthIdentity, candidates, signInResponse)
      : signInAndPublish(c, deps, oauthIdentity, {
          owner: await decideLink(deps, oauthIdentity, oauthIdentity.link, candidates),
          signInResponse,
          at: deps.now().toISOString(),
        });
  };
  const signInResult = await retry(attempt, { attempts: ATTEMPTS_MAX });
  if (signInResult !== null) return signInResult;
  throw new AuthError("conflict", "Too many sign-ins of the same person at once");
}

/**
 * @throws {AuthError} `identity_already_exists`, `email_exists`, `user_banned`,
 * `user_sso_managed` or `user_not_found`
 */
export async function requireLinkable(
  deps: AuthDeps,
  oauthIdentity: OAuthIdentity & { link: NonNullable<OAuthIdentity["link"]> },
): Promise<void> {
  await decideLink(
    deps,
    oauthIdentity,
    oauthIdentity.link,
    await findLinkable(deps, oauthIdentity),
  );
}

async function findLinkable(
  { db }: AuthDeps,
  { provider, profile }: OAuthIdentity,
): Promise<LinkableUsers> {
  return findLinkableUsers(db, {
    provider: provider.name,
    subject: profile.subject,
    email: profile.email,
    isSso: ssoProviderIdOf(provider.name) !== null,
  });
}

async function signIn(
  c: AppContext,
  deps: AuthDeps,
  oauthIdentity: OAuthIdentity,
  candidates: LinkableUsers,
  signInResponse: ImmediateSignInResponse,
): Promise<SignInResult | null> {
  const { config } = deps;
  const { provider } = oauthIdentity;
  const decision = decideSignIn(
    oauthIdentity.profile,
    candidates,
    {
      provider: provider.name,
      isEmailOptional: provider.isEmailOptional,
      autoconfirm: config.MAILER_AUTOCONFIRM,
      signupDisabled: config.DISABLE_SIGNUP,
    },
    deps.now(),
  );
  if (decision.kind !== "confirm_first") {
    return signInAs(c, deps, oauthIdentity, decision, signInResponse);
  }
  await requireMailAllowed(c, deps, "confirmation", decision.email, "unproven");
  const { token, mail } = newMail(c, deps, VISITOR_ACTOR, "confirm-sign-up", {
    purpose: "confirmation",
    address: decision.email,
    // The mail may be opened in another browser.
    isPkce: false,
    redirectTo: oauthIdentity.redirectTo,
  });
  const frequencyS = config.SMTP_MAX_FREQUENCY;
  const signInResult = await signInAs(c, deps, oauthIdentity, decision, {
    kind: "mail",
    token,
    mail,
    frequencyS,
  });
  if (signInResult !== null) throw emailNotVerifiedError(provider.name, { isMailed: true });
  return null;
}

async function signInAs(
  c: AppContext,
  deps: AuthDeps,
  oauthIdentity: OAuthIdentity,
  decision: SignInDecision,
  signInResponse: SignInResponse,
): Promise<SignInResult | null> {
  const at = signInResponse.kind === "mail" ? signInResponse.token.at : deps.now().toISOString();
  return signInAndPublish(c, deps, oauthIdentity, {
    owner: ownerFor(c, deps, oauthIdentity, decision, at),
    signInResponse,
    at,
  });
}

function ownerFor(
  c: AppContext,
  deps: AuthDeps,
  { provider, profile }: OAuthIdentity,
  decision: SignInDecision,
  at: string,
): IdentityOwner {
  const account = decision.kind === "create" ? null : decision.account;
  if (account !== null) {
    const { confirms, resets } =
      decision.kind === "sign_in" ? decision : { confirms: false, resets: false };
    return {
      kind: "known",
      userId: account.id,
      seen: { email: account.email, isConfirmed: account.emailConfirmedAt !== null },
      confirms,
      resets,
      // Existing metadata wins: tokens have little room.
      userMetadata:
        resets || isSmallMetadata(profile.data, account.userMetadata) ? profile.data : {},
      appMetadata: providersMetadata([...(resets ? [] : providersOf(account)), provider.name]),
    };
  }
  const isSso = ssoProviderIdOf(provider.name) !== null;
  const isConfirmed = decision.kind === "create";
  return newOwner(c, deps, isSso ? "sso" : "provider", {
    email: decision.kind === "sign_in" ? null : decision.email,
    isConfirmed,
    confirmationSentAt: isConfirmed ? null : at,
    isSso,
    appMetadata: providersMetadata([provider.name]),
    userMetadata: profile.data,
    at,
  });
}

async function decideLink(
  { db, now }: AuthDeps,
  oauthIdentity: OAuthIdentity,
  { userId, flowId }: NonNullable<OAuthIdentity["link"]>,
  { known, ofAddress }: LinkableUsers,
): Promise<IdentityOwner> {
  if (known !== null) {
    throw new AuthError(
      "identity_already_exists",
      known.id === userId
        ? "Identity is already linked"
        : "Identity is already linked to another user",
    );
  }
  const { user } = await findCurrentUser(db, { userId, sessionId: null });
  if (user === null) {
    throw new AuthError("user_not_found", "User from sub claim in JWT does not exist");
  }
  if (isBanned(user, now())) throw userBannedError();
  if (user.isSso) {
    // Another identity would survive the organisation's offboarding.
    throw new AuthError("user_sso_managed", "Identities of a SSO account are managed via SSO");
  }
  const { email, isEmailVerified } = oauthIdentity.profile;
  const adopted = user.email === null && isEmailVerified ? email : null;
  if (adopted !== null && ofAddress !== null) throw emailExistsError();
  return {
    kind: "link",
    userId,
    email: adopted,
    appMetadata: providersMetadata([...providersOf(user), oauthIdentity.provider.name]),
    flowId,
  };
}

async function signInAndPublish(
  c: AppContext,
  deps: AuthDeps,
  oauthIdentity: OAuthIdentity,
  { owner, signInResponse, at }: Pick<SignInWithIdentity, "owner" | "signInResponse" | "at">,
): Promise<SignInResult | null> {
  const signInResult = await signInWithIdentity(deps.db, {
    owner,
    identity: newIdentity(deps, oauthIdentity, at),
    signInResponse,
    notice: newNotice(c),
    at,
  });
  if (signInResult === null) return null;
  const events = [
    ...(owner.kind === "new" ? [owner.created] : []),
    ...(signInResponse.kind === "mail" ? [signInResponse.mail] : []),
  ];
  publishWritten(c, events, signInResult.written);
  return signInResult;
}

function newIdentity(
  { makeUuid }: AuthDeps,
  { provider, profile }: OAuthIdentity,
  at: string,
): NewIdentity {
  return {
    id: makeUuid(),
    provider: provider.name,
    providerId: profile.subject,
    identityData: profile.data,
    email: profile.email,
    at,
  };
}

function providersOf(account: Account): string[] {
  return account.identities.map((identity) => identity.provider);
}
