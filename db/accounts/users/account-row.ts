import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";
import { fromJson, jsonRow } from "#db/json-row.ts";
import { identities, mfaFactors, users, type Metadata } from "#db/schema/accounts.ts";

const { passwordHash: _passwordHash, ...userColumns } = getTableColumns(users);
const {
  encryptedSecret: _secret,
  lastUsedStep: _step,
  recoveryCodeHashes: _hashes,
  failedAttempts: _failed,
  lockedUntil: _locked,
  ...factorColumns
} = getTableColumns(mfaFactors);

const IdentityRow = jsonRow(getTableColumns(identities));
export type IdentityRow = z.infer<typeof IdentityRow>;

const FactorRow = jsonRow(factorColumns);
export type FactorRow = z.infer<typeof FactorRow>;

export const Account = z
  .looseObject({ identities: z.array(IdentityRow), factors: z.array(FactorRow) })
  .transform((json) => ({
    ...fromJson(userColumns, json),
    identities: json.identities,
    factors: json.factors,
  }));
export type Account = z.infer<typeof Account>;

/**
 * @param user alias or CTE with a row of `users`
 * @param from CTEs with identities and factors, because a statement does not see its own writes
 */
export function accountJson(user: SQL, from: { identities?: SQL; factors?: SQL } = {}): SQL {
  return sql`(to_jsonb(${user}) - 'password_hash') || jsonb_build_object(
    'identities', coalesce((
      select jsonb_agg(to_jsonb(identity) order by identity.created_at, identity.id)
      from ${from.identities ?? sql`${identities}`} identity where identity.user_id = ${user}.id
    ), '[]'),
    'factors', coalesce((
      select jsonb_agg(to_jsonb(factor) - array['encrypted_secret', 'recovery_code_hashes'] order by factor.created_at, factor.id)
      from ${from.factors ?? sql`${mfaFactors}`} factor where factor.user_id = ${user}.id
    ), '[]'))`;
}

export const account = alias(users, "account");

export const accountColumn = accountJson(sql`account`).mapWith((json: unknown) =>
  Account.parse(json),
);

/** In `changes`, null removes a key. */
export function mergedMetadata(column: SQL, changes: Metadata): SQL {
  const removed = Object.entries(changes)
    .filter(([, value]) => value === null)
    .map(([key]) => key);
  return sql`(${column} || ${JSON.stringify(changes)}::jsonb) - ${sql.param(removed)}::text[]`;
}
