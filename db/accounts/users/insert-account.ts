import { type SQL, sql } from "drizzle-orm";
import { identities, type Metadata, users } from "#db/schema/accounts.ts";

export type AccountFields = {
  id: string;
  email: string | null;
  phone: string | null;
  passwordHash: string | null;
  appMetadata: Metadata;
  userMetadata: Metadata;
};

export type NewAccount = AccountFields & {
  role: string;
  isConfirmed: boolean;
  confirmationSentAt: string | null;
  isAnonymous: boolean;
  isSso: boolean;
  at: string;
};

export type NewIdentity = {
  id: string;
  provider: string;
  providerId: string;
  identityData: Metadata;
  email: string | null;
  at: string;
};

/**
 * Writes no row when id, email or phone are taken.
 *
 * @param signedInAt when the statement also begins the first session
 */
export function insertAccount(
  account: NewAccount,
  guard: SQL,
  signedInAt: string | null = null,
): SQL {
  const confirmedAt = account.isConfirmed ? account.at : null;
  return sql`insert into ${users} (
      id, role, email, phone, password_hash, email_confirmed_at, phone_confirmed_at, confirmation_sent_at, is_anonymous, is_sso,
      app_metadata, user_metadata, last_sign_in_at, created_at, updated_at
    ) select
      ${account.id}::uuid, ${account.role}, ${account.email}, ${account.phone}, ${account.passwordHash},
      ${account.email === null ? null : confirmedAt}::timestamptz,
      ${account.phone === null ? null : confirmedAt}::timestamptz,
      ${account.confirmationSentAt}::timestamptz, ${account.isAnonymous}::boolean, ${account.isSso}::boolean,
      ${JSON.stringify(account.appMetadata)}::jsonb, ${JSON.stringify(account.userMetadata)}::jsonb,
      ${signedInAt}::timestamptz, ${account.at}::timestamptz, ${account.at}::timestamptz
    ${guard}
    on conflict do nothing returning *`;
}

export function insertIdentity(identity: NewIdentity, from: SQL, onConflict = sql``): SQL {
  return sql`insert into ${identities} as identity (
      id, user_id, provider, provider_id, identity_data, email, last_sign_in_at, created_at, updated_at
    ) select
      ${identity.id}::uuid, id, ${identity.provider}, ${identity.providerId},
      ${JSON.stringify(identity.identityData)}::jsonb, ${identity.email}, ${identity.at}::timestamptz,
      ${identity.at}::timestamptz, ${identity.at}::timestamptz
    ${from} ${onConflict}
    returning *`;
}
