import type { Account, FactorRow, IdentityRow } from "#db/accounts/users/account.ts";
import type { AuthSettings } from "../auth-settings.ts";

/** A user as GoTrue returns it. Empty fields are left out, except email and phone, which are "". */
export function userJson(account: Account, settings: Pick<AuthSettings, "JWT_AUD">) {
  return {
    id: account.id,
    aud: settings.JWT_AUD,
    role: account.role,
    email: account.email ?? "",
    ...given("email_confirmed_at", account.email_confirmed_at),
    ...given("invited_at", account.invited_at),
    phone: account.phone ?? "",
    ...given("phone_confirmed_at", account.phone_confirmed_at),
    ...given("confirmation_sent_at", account.confirmation_sent_at),
    ...given("confirmed_at", earlier(account.email_confirmed_at, account.phone_confirmed_at)),
    ...given("recovery_sent_at", account.recovery_sent_at),
    ...given("new_email", account.new_email),
    ...given("email_change_sent_at", account.email_change_sent_at),
    ...given("new_phone", account.new_phone),
    ...given("reauthentication_sent_at", account.reauthentication_sent_at),
    ...given("last_sign_in_at", account.last_sign_in_at),
    app_metadata: account.app_metadata,
    user_metadata: account.user_metadata,
    ...(account.factors.length === 0 ? {} : { factors: account.factors.map(factorJson) }),
    identities: account.identities.map(identityJson),
    created_at: account.created_at,
    updated_at: account.updated_at,
    ...given("banned_until", account.banned_until),
    ...given("deleted_at", account.deleted_at),
    is_anonymous: account.is_anonymous,
  };
}

function identityJson(identity: IdentityRow) {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: identity.last_sign_in_at,
    created_at: identity.created_at,
    updated_at: identity.updated_at,
    ...given("email", identity.email),
  };
}

export function factorJson(factor: FactorRow) {
  return {
    id: factor.id,
    created_at: factor.created_at,
    updated_at: factor.updated_at,
    status: factor.status,
    ...given("friendly_name", factor.friendly_name),
    factor_type: factor.factor_type,
    ...given("phone", factor.phone),
    ...given("last_challenged_at", factor.last_challenged_at),
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
