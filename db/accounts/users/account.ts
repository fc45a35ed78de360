import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { Timestamp } from "#db/timestamps.ts";
import { identities, mfaFactors, sessions, users } from "#db/schema/accounts.ts";

const Metadata = z.record(z.string(), z.unknown());

const IdentityRow = z.object({
  id: z.string(),
  user_id: z.string(),
  provider: z.string(),
  provider_id: z.string(),
  identity_data: Metadata,
  email: z.nullable(z.string()),
  last_sign_in_at: z.nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type IdentityRow = z.infer<typeof IdentityRow>;

const FactorRow = z.object({
  id: z.string(),
  friendly_name: z.nullable(z.string()),
  factor_type: z.enum(["totp", "phone"]),
  status: z.enum(["unverified", "verified"]),
  phone: z.nullable(z.string()),
  last_challenged_at: z.nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type FactorRow = z.infer<typeof FactorRow>;

/** An account in the one JSON column of {@link accountJson}; never with the password's hash. */
export const Account = z.object({
  id: z.string(),
  role: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email_confirmed_at: z.nullable(Timestamp),
  phone_confirmed_at: z.nullable(Timestamp),
  invited_at: z.nullable(Timestamp),
  confirmation_sent_at: z.nullable(Timestamp),
  recovery_sent_at: z.nullable(Timestamp),
  new_email: z.nullable(z.string()),
  email_change_sent_at: z.nullable(Timestamp),
  email_change_halfway: z.boolean(),
  new_phone: z.nullable(z.string()),
  phone_change_sent_at: z.nullable(Timestamp),
  reauthentication_sent_at: z.nullable(Timestamp),
  last_sign_in_at: z.nullable(Timestamp),
  banned_until: z.nullable(Timestamp),
  deleted_at: z.nullable(Timestamp),
  is_anonymous: z.boolean(),
  is_sso: z.boolean(),
  app_metadata: Metadata,
  user_metadata: Metadata,
  created_at: Timestamp,
  updated_at: Timestamp,
  identities: z.array(IdentityRow),
  factors: z.array(FactorRow),
});
export type Account = z.infer<typeof Account>;

export const SessionRow = z.object({
  id: z.string(),
  user_id: z.string(),
  aal: z.enum(["aal1", "aal2"]),
  amr: z.array(
    z.object({
      method: z.string(),
      timestamp: z.int(),
      provider: z.exactOptional(z.string()),
    }),
  ),
  factor_id: z.nullable(z.string()),
  refresh_counter: z.int(),
  refreshed_at: z.nullable(Timestamp),
  not_after: z.nullable(Timestamp),
  provider: z.nullable(z.string()),
  created_at: Timestamp,
});
export type SessionRow = z.infer<typeof SessionRow>;

/**
 * SQL for one column that holds an account with its identities and factors.
 *
 * @param user alias of a row of `users`, also of one that this statement wrote
 * @param from CTEs with identities and factors that this statement wrote: a statement does not
 * see its own writes
 */
export function accountJson(user: SQL, from: { identities?: SQL; factors?: SQL } = {}): SQL {
  return sql`(to_jsonb(${user}) - 'password_hash') || jsonb_build_object(
    'identities', coalesce((
      select jsonb_agg(to_jsonb(identity) order by identity.created_at, identity.id)
      from ${from.identities ?? sql`${identities}`} identity where identity.user_id = ${user}.id
    ), '[]'),
    'factors', coalesce((
      select jsonb_agg(to_jsonb(factor) - 'encrypted_secret' order by factor.created_at, factor.id)
      from ${from.factors ?? sql`${mfaFactors}`} factor where factor.user_id = ${user}.id
    ), '[]'))`;
}

/** The ids in a verified access token. */
export type CurrentUserIds = {
  userId: string;
  /** Null in tokens issued without a session. */
  sessionId: string | null;
};

/** Whether the account and the session of an access token still exist. */
export const CurrentUserState = z.object({
  user: z.nullable(Account),
  session: z.nullable(SessionRow),
});
export type CurrentUserState = z.infer<typeof CurrentUserState>;

/** The columns of {@link CurrentUserState}, for any statement that also has to know whether its caller may ask. */
export function currentUserColumns({ userId, sessionId }: CurrentUserIds): SQL {
  return sql`(
      select ${accountJson(sql`account`)} from ${users} account
      where account.id = ${userId}::uuid and account.deleted_at is null
    ) as "user", (
      select to_jsonb(session) from ${sessions} session
      where session.id = ${sessionId}::uuid and session.user_id = ${userId}::uuid
    ) as session`;
}
