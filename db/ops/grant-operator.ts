import { sql } from "drizzle-orm";
import { z } from "zod";
import { IS_UNVERIFIED_IDENTITY } from "#db/accounts/users/verified-email-sql.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { identities, sessions, users } from "#db/schema/accounts.ts";
import { auditLog } from "#db/schema/events.ts";

export type OperatorGrant = {
  /** Lower case. */
  email: string;
  /** Used if the account has to be created. */
  userId: string;
  identityId: string;
  at: string;
};

export type OperatorGrantResult = {
  outcome: "created" | "promoted" | "is_ops_already";
  userId: string;
  hasPassword: boolean;
};

const Row = z.object({
  id: z.string(),
  outcome: z.enum(["created", "promoted", "is_ops_already"]),
  has_password: z.boolean(),
});

/**
 * Grants the operator role, with an audit row. The granter vouches for the email: an unproven one
 * becomes proven and loses its password, sessions and identities. A new account has no password;
 * its user sets one with a mailed code.
 */
export async function grantOperator(db: Db, grant: OperatorGrant): Promise<OperatorGrantResult> {
  const at = sql`${grant.at}::timestamptz`;
  const proof = { sub: grant.userId, email: grant.email, email_verified: true };
  const [row] = await rowsOf(
    db,
    sql`with existing as (
      select * from ${users} where email = ${grant.email} and not is_sso for update
    ), created as (
      insert into ${users} (id, email, email_confirmed_at, app_metadata, user_metadata, created_at, updated_at)
      select ${grant.userId}::uuid, ${grant.email}, ${at},
        '{"provider": "email", "providers": ["email"], "role": "ops"}', '{}', ${at}, ${at}
      where not exists (select from existing)
      returning id
    ), identity as (
      insert into ${identities} (id, user_id, provider, provider_id, identity_data, email, created_at, updated_at)
      select ${grant.identityId}::uuid, id, 'email', id::text, ${JSON.stringify(proof)}::jsonb, ${grant.email}, ${at}, ${at}
      from created
    ), promoted as (
      update ${users} account set
        app_metadata = account.app_metadata || '{"role": "ops"}',
        password_hash = case when existing.email_confirmed_at is null then null else account.password_hash end,
        email_confirmed_at = coalesce(account.email_confirmed_at, ${at}),
        updated_at = ${at}
      from existing
      where account.id = existing.id and existing.app_metadata->>'role' is distinct from 'ops'
      returning account.id, account.password_hash, existing.email_confirmed_at as proven_at
    ), ended as (
      delete from ${sessions} session using promoted
      where session.user_id = promoted.id and promoted.proven_at is null
    ), unclaimed as (
      delete from ${identities} identity using promoted
      where identity.user_id = promoted.id and promoted.proven_at is null and ${IS_UNVERIFIED_IDENTITY}
    ), done as (
      select id, 'created' as outcome, false as has_password from created
      union all select id, 'promoted', password_hash is not null from promoted
      union all select id, 'is_ops_already', password_hash is not null from existing
        where app_metadata->>'role' = 'ops'
    ), audit as (
      insert into ${auditLog} (action, actor, subject_type, subject_id, data, at)
      select 'ops.granted', '{"kind": "system", "name": "ops:grant"}', 'user', id::text,
        jsonb_build_object('outcome', outcome), ${at}
      from done where outcome <> 'is_ops_already'
    )
    select id::text, outcome, has_password from done`,
    Row,
  );
  if (row === undefined) throw new Error("Bug: neither created nor found");
  return { outcome: row.outcome, userId: row.id, hasPassword: row.has_password };
}
