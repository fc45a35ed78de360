import type { Account, FactorRow, IdentityRow } from "#db/accounts/users/account-row.ts";
import type { AuthSettings } from "../auth-settings.ts";

/** Empty fields are left out, except email and phone, which are "". */
export function userJson(account: Account, settings: Pick<AuthSettings, "JWT_AUD">) {
  return {
    id: account.id,
    aud: settings.JWT_AUD,
    role: account.role,
    email: account.email ?? "",
    ...given("email_confirmed_at", account.emailConfirmedAt),
    ...given("invited_at", account.invitedAt),
    phone: account.phone ?? "",
    ...given("phone_confirmed_at", account.phoneConfirmedAt),
    ...given("confirmation_sent_at", account.confirmationSentAt),
    ...given("confirmed_at", earlier(account.emailConfirmedAt, account.phoneConfirmedAt)),
    ...given("recovery_sent_at", account.recoverySentAt),
    ...given("new_email", account.newEmail),
    ...given("email_change_sent_at", account.emailChangeSentAt),
    ...given("new_phone", account.newPhone),
    ...given("reauthentication_sent_at", account.reauthenticationSentAt),
    ...given("last_sign_in_at", account.lastSignInAt),
    app_metadata: account.appMetadata,
    user_metadata: account.userMetadata,
    ...(account.factors.length === 0 ? {} : { factors: account.factors.map(factorJson) }),
    identities: account.identities.map(identityJson),
    created_at: account.createdAt,
    updated_at: account.updatedAt,
    ...given("banned_until", account.bannedUntil),
    ...given("deleted_at", account.deletedAt),
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
    ...given("email", identity.email),
  };
}

export function factorJson(factor: FactorRow) {
  return {
    id: factor.id,
    created_at: factor.createdAt,
    updated_at: factor.updatedAt,
    status: factor.status,
    ...given("friendly_name", factor.friendlyName),
    factor_type: factor.factorType,
    ...given("phone", factor.phone),
    ...given("last_challenged_at", factor.lastChallengedAt),
  };
}

function given<N extends string>(name: N, value: string | null): { [K in N]?: string } {
  const fields: { [K in N]?: string } = {};
  return value === null || value === "" ? fields : { ...fields, [name]: value };
}

function earlier(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}
