import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Actor } from "#contracts/events/envelope.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { IdentityOwner } from "#db/accounts/oauth/sign-in-with-identity.ts";
import type { Account } from "#db/accounts/users/account-row.ts";
import type { NewAccount, NewIdentity } from "#db/accounts/users/insert-account.ts";
import type { AppContext } from "../../http/env.ts";
import { VISITOR_ACTOR } from "../../http/publish-events.ts";
import type { AuthDeps } from "../deps.ts";
import { requireSmallMetadata } from "./metadata.ts";

type NewEmailAccount = { account: NewAccount & { email: string }; identity: NewIdentity };
export type NewPhoneAccount = { account: NewAccount & { phone: string }; identity: NewIdentity };

type NewAccountDeps = Pick<AuthDeps, "makeUuid" | "now"> & {
  config: Pick<AuthDeps["config"], "JWT_DEFAULT_GROUP_NAME">;
};

type AccountOrigin = EventOf<"AccountCreated">["data"]["origin"];

type AccountInput = {
  passwordHash?: string | null;
  data: Record<string, unknown>;
  isConfirmed?: boolean;
};

/** @throws {AuthError} `validation_failed` when the metadata is too large */
export function newEmailAccount(
  deps: NewAccountDeps,
  { email, ...input }: AccountInput & { email: string },
): NewEmailAccount {
  return newAccount(deps, "email", { email, phone: null }, input);
}

/** @throws {AuthError} `validation_failed` when the metadata is too large */
export function newPhoneAccount(
  deps: NewAccountDeps,
  { phone, ...input }: AccountInput & { phone: string },
): NewPhoneAccount {
  return newAccount(deps, "phone", { email: null, phone }, input);
}

function newAccount<E extends string | null, P extends string | null>(
  deps: NewAccountDeps,
  provider: "email" | "phone",
  { email, phone }: { email: E; phone: P },
  { passwordHash = null, data, isConfirmed = false }: AccountInput,
) {
  requireSmallMetadata(data);
  const blank = blankAccount(deps);
  const { id, at } = blank;
  const userMetadata = {
    ...data,
    sub: id,
    [provider]: email ?? phone,
    email_verified: isConfirmed && provider === "email",
    phone_verified: isConfirmed && provider === "phone",
  };
  return {
    account: {
      ...blank,
      email,
      phone,
      passwordHash,
      isConfirmed,
      confirmationSentAt: isConfirmed ? null : at,
      appMetadata: { provider, providers: [provider] },
      userMetadata,
    },
    identity: {
      id: deps.makeUuid(),
      provider,
      providerId: id,
      identityData: userMetadata,
      email,
      at,
    },
  };
}

export function newAnonymousAccount(
  deps: NewAccountDeps,
  data: Record<string, unknown>,
): NewAccount {
  return { ...blankAccount(deps), isAnonymous: true, userMetadata: data };
}

/** The owner of an identity that has no account yet. */
export function newOwner(
  c: AppContext,
  deps: NewAccountDeps,
  origin: AccountOrigin,
  fields: Partial<NewAccount>,
): Extract<IdentityOwner, { kind: "new" }> {
  const account = { ...blankAccount(deps), ...fields };
  return { kind: "new", account, created: accountCreated(c, account.id, origin) };
}

export function accountCreated(
  c: AppContext,
  userId: string,
  origin: AccountOrigin,
  actor: Actor = VISITOR_ACTOR,
) {
  return newEvent(c.var.events, "AccountCreated", actor, { userId, origin });
}

function blankAccount({ config, makeUuid, now }: NewAccountDeps) {
  return {
    id: makeUuid(),
    role: config.JWT_DEFAULT_GROUP_NAME,
    email: null,
    phone: null,
    passwordHash: null,
    isConfirmed: false,
    confirmationSentAt: null,
    isAnonymous: false,
    isSso: false,
    appMetadata: {},
    userMetadata: {},
    at: now().toISOString(),
  };
}

/** The response to a sign-up shows this account, also when the email or phone has one already: nobody learns who has an account. */
export function asAccount({ account, identity }: NewEmailAccount | NewPhoneAccount): Account {
  const { at } = account;
  return {
    id: account.id,
    role: account.role,
    email: account.email,
    phone: account.phone,
    emailConfirmedAt: null,
    phoneConfirmedAt: null,
    invitedAt: null,
    confirmationSentAt: account.confirmationSentAt,
    recoverySentAt: null,
    newEmail: null,
    emailChangeSentAt: null,
    emailChangeHalfway: false,
    newPhone: null,
    phoneChangeSentAt: null,
    reauthenticationSentAt: null,
    lastSignInAt: null,
    bannedUntil: null,
    deletedAt: null,
    isAnonymous: account.isAnonymous,
    isSso: account.isSso,
    appMetadata: account.appMetadata,
    userMetadata: account.userMetadata,
    createdAt: at,
    updatedAt: at,
    identities: [
      {
        id: identity.id,
        userId: account.id,
        provider: identity.provider,
        providerId: identity.providerId,
        identityData: identity.identityData,
        email: identity.email,
        lastSignInAt: at,
        createdAt: at,
        updatedAt: at,
      },
    ],
    factors: [],
  };
}
