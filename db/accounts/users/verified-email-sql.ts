import { type SQL, sql } from "drizzle-orm";
import { identities, mfaFactors, sessions, webauthnCredentials } from "#db/schema/accounts.ts";
import { customers } from "#db/schema/billing.ts";

/** Assignments that withdraw a change; the time of its last email or SMS stays, for the wait until the next one. */
export const NO_PENDING_EMAIL = sql`new_email = null, email_change_halfway = false`;
export const NO_PENDING_PHONE = sql`new_phone = null`;

/** Assignments on the row `account`, without its metadata. */
export function setVerifiedPhone(phone: SQL, at: SQL): SQL {
  return sql`
    phone = ${phone}, phone_confirmed_at = case when account.phone = ${phone}
      then coalesce(account.phone_confirmed_at, ${at}) else ${at} end,
    ${NO_PENDING_PHONE}, phone_change_sent_at = null`;
}

/** Assignments on the row `account`, without its metadata. */
export function setVerifiedEmail(email: SQL, at: SQL): SQL {
  return sql`
    email = ${email}, email_confirmed_at = ${at}, ${NO_PENDING_EMAIL}, email_change_sent_at = null`;
}

/** Condition on the row `identity`. Email and phone identities are verified by our own codes. */
export const IS_UNVERIFIED_IDENTITY = sql`(identity.provider not in ('email', 'phone')
  and identity.identity_data->'email_verified' is distinct from 'true'::jsonb)`;

/** Deletes unverified identities of each account that has no sign-in yet, because another person may have added them. */
export function deleteUnverifiedIdentities(accounts: SQL): SQL {
  return sql`delete from ${identities} identity using ${accounts} claimed
    where identity.user_id = claimed.id and claimed.last_sign_in_at is null and ${IS_UNVERIFIED_IDENTITY}`;
}

/**
 * CTEs that delete sessions, factors and passkeys from before an email was first proven: another person may have added
 * them.
 *
 * @param users ids
 */
export function deleteEarlierAccess(users: SQL): SQL[] {
  return [sessions, mfaFactors, webauthnCredentials].map(
    (table, index) =>
      sql`${sql.raw(`earlier_${index}`)} as (delete from ${table} where user_id in (${users}))`,
  );
}

/** Condition on a row of `users`. An SSO organisation may name any email for its users, so that proves nothing. */
export function hasVerifiedEmail(account: SQL): SQL {
  return sql`(${account}.email_confirmed_at is not null and not ${account}.is_sso)`;
}

/** Condition on a row of `users`: a sign-up that nobody has finished, so anybody may have typed its address. */
export function isUnfinishedSignUp(account: SQL): SQL {
  return sql`(${account}.email_confirmed_at is null and ${account}.phone_confirmed_at is null and ${account}.last_sign_in_at is null
      and ${account}.deleted_at is null and not ${account}.is_anonymous
      and not exists (select from ${sessions} session where session.user_id = ${account}.id)
      and not exists (select from ${customers} customer where customer.user_id = ${account}.id))`;
}

export function withProviders(providers: readonly string[]): SQL {
  const known = sql`coalesce(account.app_metadata->'providers', '[]')`;
  return sql`account.app_metadata || jsonb_build_object(
      'provider', coalesce(account.app_metadata->>'provider', ${providers[0] ?? null}::text),
      'providers', ${known} || coalesce((
        select jsonb_agg(name) from unnest(${sql.param([...providers])}::text[]) name
        where not ${known} @> to_jsonb(name)
      ), '[]'))`;
}

export function upsertPhoneIdentity(from: SQL, at: SQL): SQL {
  return upsertIdentity("phone", from, at);
}

export function upsertEmailIdentity(from: SQL, at: SQL): SQL {
  return upsertIdentity("email", from, at);
}

function upsertIdentity(provider: "email" | "phone", from: SQL, at: SQL): SQL {
  const isEmail = provider === "email";
  const emailOrPhone = isEmail ? sql`email` : sql`phone`;
  return sql`insert into ${identities} as identity (
      id, user_id, provider, provider_id, identity_data, email, last_sign_in_at, created_at, updated_at
    ) select gen_random_uuid(), id, ${provider}, id::text,
        jsonb_build_object('sub', id::text, ${provider}::text, ${emailOrPhone},
          'email_verified', ${isEmail}::boolean, 'phone_verified', ${!isEmail}::boolean),
        ${isEmail ? emailOrPhone : sql`null`}, ${at}, ${at}, ${at}
      ${from}
    on conflict (provider, provider_id) do update set
      identity_data = identity.identity_data || jsonb_build_object(
        ${provider}::text, excluded.identity_data->${provider}, ${`${provider}_verified`}::text, true),
      email = excluded.email, last_sign_in_at = excluded.last_sign_in_at, updated_at = excluded.updated_at
    returning *`;
}

/** All identities after a statement with CTEs that write and delete some. */
export function identitiesAfter(written: readonly SQL[], deleted: readonly SQL[] = []): SQL {
  const parts = written.map((part) => sql`select * from ${part}`);
  const others = [...written, ...deleted].map(
    (part) => sql`other.id not in (select id from ${part})`,
  );
  return sql`(
    ${sql.join([...parts, sql`select other.* from ${identities} other where ${sql.join([sql`true`, ...others], sql` and `)}`], sql` union all `)}
  )`;
}
