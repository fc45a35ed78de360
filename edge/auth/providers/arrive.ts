import type { Context } from "hono";
import type { Account } from "#db/auth/account.ts";
import {
  type EnterWithIdentity,
  enterWithIdentity,
  type Entered,
  type Entrance,
  type Owner,
} from "#db/auth/enter-with-identity.ts";
import { findCandidates } from "#db/auth/find-candidates.ts";
import type { NewIdentity } from "#db/auth/insert-account.ts";
import { loadCaller } from "#db/auth/load-caller.ts";
import type { AppEnv } from "../../http/env.ts";
import { announce, makeEvent, VISITOR } from "../announce.ts";
import { isBanned } from "../bearer.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { isSmallMetadata } from "../metadata.ts";
import { newToken } from "../new-token.ts";
import { requireMailAllowed } from "../request.ts";
import { providersMetadata } from "./app-metadata.ts";
import { type Arrival, type Candidates, decideArrival, needsVerification } from "./linking.ts";
import type { ProviderProfile } from "./profile.ts";
import { organisationOf, type Provider } from "./provider.ts";

/** Somebody whom a provider has just named. */
export type Guest = {
  provider: Provider;
  profile: ProviderProfile;
  /**
   * The signed-in user who adds this to their account, and the browser's code that is used up by it where they show no
   * session; null for whoever signs in.
   */
  link: { userId: string; flowId: string | null } | null;
  /** Where a mail leads that they may first have to open. */
  redirectTo: string;
};

/** What somebody who is let in gets at once: a session, or a code for their browser. */
export type ImmediateEntrance = Exclude<Entrance, { kind: "mail" }>;

// Each time something else took the address or the identity in between, which then counts in the next look.
const LOOKS = 3;

/**
 * Finds or makes the account of somebody from a provider, and lets them in.
 *
 * @throws {AuthError} as `decideArrival` does; for links `identity_already_exists`, `email_exists` or `user_not_found`
 */
export async function arrive(
  c: Context<AppEnv>,
  deps: AuthDeps,
  guest: Guest,
  entrance: ImmediateEntrance,
): Promise<Entered> {
  for (let look = 0; look < LOOKS; look++) {
    const candidates = await candidatesOf(deps, guest);
    const entered =
      guest.link === null
        ? await signIn(c, deps, guest, candidates, entrance)
        : await link(c, deps, guest, guest.link, candidates, entrance);
    if (entered !== null) return entered;
  }
  throw new AuthError("conflict", "Too many sign-ins of the same person at once");
}

/**
 * Judges whether an identity may be added to an account, as it is now.
 *
 * @throws {AuthError} `identity_already_exists`, `email_exists`, `user_banned`, `user_sso_managed` or `user_not_found`
 */
export async function requireLinkable(
  deps: AuthDeps,
  guest: Guest & { link: NonNullable<Guest["link"]> },
): Promise<void> {
  await decideLink(deps, guest, guest.link, await candidatesOf(deps, guest));
}

async function candidatesOf(
  { db }: Pick<AuthDeps, "db">,
  { provider, profile }: Guest,
): Promise<Candidates> {
  return findCandidates(db, {
    provider: provider.name,
    subject: profile.subject,
    email: profile.email,
    isSso: organisationOf(provider.name) !== null,
  });
}

async function signIn(
  c: Context<AppEnv>,
  deps: AuthDeps,
  guest: Guest,
  candidates: Candidates,
  entrance: ImmediateEntrance,
): Promise<Entered | null> {
  const { config } = deps;
  const { provider } = guest;
  const arrival = decideArrival(
    guest.profile,
    candidates,
    {
      provider: provider.name,
      isEmailOptional: provider.isEmailOptional,
      autoconfirm: config.MAILER_AUTOCONFIRM,
      signupDisabled: config.DISABLE_SIGNUP,
    },
    deps.now(),
  );
  if (arrival.kind !== "confirm_first") return enter(c, deps, guest, arrival, entrance);
  await requireMailAllowed(c, deps, "confirmation", arrival.email);
  const token = newToken(deps, {
    purpose: "confirmation",
    address: arrival.email,
    // Whoever opens the mail may do so in any browser.
    isPkce: false,
    redirectTo: guest.redirectTo,
  });
  const mail = makeEvent(c, deps, "AuthMailRequested", VISITOR, {
    tokenId: token.id,
    mail: "confirm-sign-up",
  });
  const frequencyS = config.SMTP_MAX_FREQUENCY;
  const entered = await enter(c, deps, guest, arrival, { kind: "mail", token, mail, frequencyS });
  if (entered !== null) throw needsVerification(provider.name, true);
  return null;
}

async function enter(
  c: Context<AppEnv>,
  deps: AuthDeps,
  guest: Guest,
  arrival: Arrival,
  entrance: Entrance,
): Promise<Entered | null> {
  const at = entrance.kind === "mail" ? entrance.token.at : deps.now().toISOString();
  const identity = newIdentity(deps, guest, at);
  return write(c, deps, {
    owner: ownerOf(c, deps, guest, arrival, at),
    identity,
    entrance,
    at,
    graceMs: deps.publish.graceMs,
  });
}

function ownerOf(
  c: Context<AppEnv>,
  deps: AuthDeps,
  { provider, profile }: Guest,
  arrival: Arrival,
  at: string,
): Owner {
  const account = arrival.kind === "create" ? null : arrival.account;
  if (account !== null) {
    const { confirms, resets } =
      arrival.kind === "enter" ? arrival : { confirms: false, resets: false };
    return {
      kind: "known",
      userId: account.id,
      seen: { email: account.email, isConfirmed: account.email_confirmed_at !== null },
      confirms,
      resets,
      // A token has room for so much; what somebody wrote about themselves then stays.
      userMetadata:
        resets || isSmallMetadata(profile.data, account.user_metadata) ? profile.data : {},
      appMetadata: providersMetadata([...(resets ? [] : providersOf(account)), provider.name]),
    };
  }
  const id = deps.makeUuid();
  const isSso = organisationOf(provider.name) !== null;
  const isConfirmed = arrival.kind === "create";
  return {
    kind: "new",
    account: {
      id,
      role: deps.config.JWT_DEFAULT_GROUP_NAME,
      email: arrival.kind === "enter" ? null : arrival.email,
      phone: null,
      passwordHash: null,
      isConfirmed,
      confirmationSentAt: isConfirmed ? null : at,
      isAnonymous: false,
      isSso,
      appMetadata: providersMetadata([provider.name]),
      userMetadata: profile.data,
      at,
    },
    created: makeEvent(c, deps, "AccountCreated", VISITOR, {
      userId: id,
      origin: isSso ? "sso" : "provider",
    }),
  };
}

async function link(
  c: Context<AppEnv>,
  deps: AuthDeps,
  guest: Guest,
  wanted: NonNullable<Guest["link"]>,
  candidates: Candidates,
  entrance: ImmediateEntrance,
): Promise<Entered | null> {
  const owner = await decideLink(deps, guest, wanted, candidates);
  const at = deps.now().toISOString();
  return write(c, deps, {
    owner,
    identity: newIdentity(deps, guest, at),
    entrance,
    at,
    graceMs: deps.publish.graceMs,
  });
}

async function decideLink(
  deps: Pick<AuthDeps, "db" | "now">,
  guest: Guest,
  { userId, flowId }: NonNullable<Guest["link"]>,
  { known, ofAddress }: Candidates,
): Promise<Owner> {
  if (known !== null) {
    throw new AuthError(
      "identity_already_exists",
      known.id === userId
        ? "Identity is already linked"
        : "Identity is already linked to another user",
    );
  }
  const { user } = await loadCaller(deps.db, { userId, sessionId: null });
  if (user === null) {
    throw new AuthError("user_not_found", "User from sub claim in JWT does not exist");
  }
  if (isBanned(user, deps.now())) throw new AuthError("user_banned", "User is banned");
  if (user.is_sso) {
    // Another way in would stay open to whom the organisation has shut out.
    throw new AuthError("user_sso_managed", "Identities of a SSO account are managed via SSO");
  }
  const { email, isEmailVerified } = guest.profile;
  const adopted = user.email === null && isEmailVerified ? email : null;
  if (adopted !== null && ofAddress !== null) {
    throw new AuthError(
      "email_exists",
      "A user with this email address has already been registered",
    );
  }
  return {
    kind: "link",
    userId,
    email: adopted,
    appMetadata: providersMetadata([...providersOf(user), guest.provider.name]),
    flowId,
  };
}

async function write(
  c: Context<AppEnv>,
  deps: AuthDeps,
  input: EnterWithIdentity,
): Promise<Entered | null> {
  const entered = await enterWithIdentity(deps.db, input);
  if (entered === null) return null;
  const { owner, entrance } = input;
  const events = [
    ...(owner.kind === "new" ? [owner.created] : []),
    ...(entrance.kind === "mail" ? [entrance.mail] : []),
  ];
  announce(
    c,
    deps,
    events.filter(({ id }) => entered.written.includes(id)),
  );
  return entered;
}

function newIdentity(
  { makeUuid }: Pick<AuthDeps, "makeUuid">,
  { provider, profile }: Guest,
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
