import type { AuthUser } from "#contracts/api/auth.ts";
import type { Account, FactorRow, IdentityRow } from "#db/accounts/users/account-row.ts";
import type { AuthSettings } from "../../settings/auth-settings.ts";

/** Empty fields are left out, except email and phone, which are "". */
export function userJson(account: Account, settings: Pick<AuthSettings, "JWT_AUD">): AuthUser {
  return {
    id: account.id,
    aud: settings.JWT_AUD,
    role: account.role,
    email: account.email ?? "",
    ...unlessNull("email_confirmed_at", account.emailConfirmedAt),
    ...unlessNull("invited_at", account.invitedAt),
    phone: account.phone ?? "",
    ...unlessNull("phone_confirmed_at", account.phoneConfirmedAt),
    ...unlessNull("confirmation_sent_at", account.confirmationSentAt),
    ...unlessNull("confirmed_at", earlier(account.emailConfirmedAt, account.phoneConfirmedAt)),
    ...unlessNull("recovery_sent_at", account.recoverySentAt),
    ...unlessNull("new_email", account.newEmail),
    ...unlessNull("email_change_sent_at", account.emailChangeSentAt),
    ...unlessNull("new_phone", account.newPhone),
    ...unlessNull("reauthentication_sent_at", account.reauthenticationSentAt),
    ...unlessNull("last_sign_in_at", account.lastSignInAt),
    app_metadata: account.appMetadata,
    user_metadata: account.userMetadata,
    ...(account.factors.length === 0 ? {} : { factors: account.factors.map(factorJson) }),
    identities: account.identities.map(identityJson),
    created_at: account.createdAt,
    updated_at: account.updatedAt,
    ...unlessNull("banned_until", account.bannedUntil),
    ...unlessNull("deleted_at", account.deletedAt),
    is_anonymous: account.isAnonymous,
  };
}

function identityJson(identity: IdentityRow) {
  return {
    identity_id: identity.id,
    id: identity.providerId,
    user_id: identity.userId,
    identity_data: identity.identityData,
    provider: identity.provider,
    last_sign_in_at: identity.lastSignInAt,
    created_at: identity.createdAt,
    updated_at: identity.updatedAt,
    ...unlessNull("email", identity.email),
  };
}

export function factorJson(factor: FactorRow) {
  return {
    id: factor.id,
    created_at: factor.createdAt,
    updated_at: factor.updatedAt,
    status: factor.status,
    ...unlessNull("friendly_name", factor.friendlyName),
    factor_type: factor.factorType,
    ...unlessNull("phone", factor.phone),
    ...unlessNull("last_challenged_at", factor.lastChallengedAt),
  };
}

function unlessNull<N extends string>(name: N, value: string | null): { [K in N]?: string } {
  const fields: { [K in N]?: string } = {};
  return value === null || value === "" ? fields : { ...fields, [name]: value };
}

function earlier(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}
