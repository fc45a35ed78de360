import type { Account } from "#db/accounts/account.ts";
import type { NewAccount, NewIdentity } from "#db/accounts/insert-account.ts";
import type { AuthSettings } from "../auth-settings.ts";
import type { NewRowDeps } from "../deps.ts";
import { requireSmallMetadata } from "./metadata.ts";

export type NewEmailAccount = { account: NewAccount & { email: string }; identity: NewIdentity };
export type NewPhoneAccount = { account: NewAccount & { phone: string }; identity: NewIdentity };

type NewAccountDeps = NewRowDeps & { config: Pick<AuthSettings, "JWT_DEFAULT_GROUP_NAME"> };

/**
 * Prepares an account with an email.
 *
 * @param wanted.isConfirmed whether the email counts as proven
 * @throws {AuthError} `validation_failed` when the metadata is too large
 */
export function newEmailAccount(
  { config, makeUuid, now }: NewAccountDeps,
  wanted: {
    email: string;
    passwordHash: string | null;
    data: Record<string, unknown>;
    isConfirmed: boolean;
  },
): NewEmailAccount {
  const { email, passwordHash, data, isConfirmed } = wanted;
  requireSmallMetadata(data);
  const id = makeUuid();
  const at = now().toISOString();
  const claims = { sub: id, email, email_verified: isConfirmed, phone_verified: false };
  return {
    account: {
      id,
      role: config.JWT_DEFAULT_GROUP_NAME,
      email,
      phone: null,
      passwordHash,
      isConfirmed,
      confirmationSentAt: isConfirmed ? null : at,
      isAnonymous: false,
      isSso: false,
      appMetadata: { provider: "email", providers: ["email"] },
      userMetadata: { ...data, ...claims },
      at,
    },
    identity: {
      id: makeUuid(),
      provider: "email",
      providerId: id,
      identityData: { ...data, ...claims },
      email,
      at,
    },
  };
}

/**
 * Prepares an account with a phone.
 *
 * @param wanted.isConfirmed whether the phone counts as proven
 * @throws {AuthError} `validation_failed` when the metadata is too large
 */
export function newPhoneAccount(
  { config, makeUuid, now }: NewAccountDeps,
  wanted: {
    phone: string;
    passwordHash: string | null;
    data: Record<string, unknown>;
    isConfirmed: boolean;
  },
): NewPhoneAccount {
  const { phone, passwordHash, data, isConfirmed } = wanted;
  requireSmallMetadata(data);
  const id = makeUuid();
  const at = now().toISOString();
  const claims = { sub: id, phone, email_verified: false, phone_verified: isConfirmed };
  return {
    account: {
      id,
      role: config.JWT_DEFAULT_GROUP_NAME,
      email: null,
      phone,
      passwordHash,
      isConfirmed,
      confirmationSentAt: isConfirmed ? null : at,
      isAnonymous: false,
      isSso: false,
      appMetadata: { provider: "phone", providers: ["phone"] },
      userMetadata: { ...data, ...claims },
      at,
    },
    identity: {
      id: makeUuid(),
      provider: "phone",
      providerId: id,
      identityData: { ...data, ...claims },
      email: null,
      at,
    },
  };
}

export function newAnonymousAccount(
  { config, makeUuid, now }: NewAccountDeps,
  data: Record<string, unknown>,
): NewAccount {
  return {
    id: makeUuid(),
    role: config.JWT_DEFAULT_GROUP_NAME,
    email: null,
    phone: null,
    passwordHash: null,
    isConfirmed: false,
    confirmationSentAt: null,
    isAnonymous: true,
    isSso: false,
    appMetadata: {},
    userMetadata: data,
    at: now().toISOString(),
  };
}

/**
 * The response for an unconfirmed account. A repeated sign-up gets a made-up one, so that nobody
 * learns which emails have accounts.
 */
export function asAccount({ account, identity }: NewEmailAccount | NewPhoneAccount): Account {
  const { at } = account;
  return {
    id: account.id,
    role: account.role,
    email: account.email,
    phone: account.phone,
    email_confirmed_at: null,
    phone_confirmed_at: null,
    invited_at: null,
    confirmation_sent_at: account.confirmationSentAt,
    recovery_sent_at: null,
    new_email: null,
    email_change_sent_at: null,
    email_change_halfway: false,
    new_phone: null,
    phone_change_sent_at: null,
    reauthentication_sent_at: null,
    last_sign_in_at: null,
    banned_until: null,
    deleted_at: null,
    is_anonymous: account.isAnonymous,
    is_sso: account.isSso,
    app_metadata: account.appMetadata,
    user_metadata: account.userMetadata,
    created_at: at,
    updated_at: at,
    identities: [
      {
        id: identity.id,
        user_id: account.id,
        provider: identity.provider,
        provider_id: identity.providerId,
        identity_data: identity.identityData,
        email: identity.email,
        last_sign_in_at: at,
        created_at: at,
        updated_at: at,
      },
    ],
    factors: [],
  };
}
