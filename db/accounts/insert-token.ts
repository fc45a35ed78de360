import { type SQL, sql } from "drizzle-orm";
import { oneTimeTokens, type TokenPurpose } from "#db/schema/accounts.ts";

/** A code and a link that are about to be mailed or texted: their hashes, and what they are good for. */
export type NewToken = {
  /** UUID made by the caller; code and link are derived from it. */
  id: string;
  purpose: TokenPurpose;
  codeHash: string;
  linkHash: string;
  /** The address or phone that it goes to. */
  relatesTo: string;
  codeLength: number;
  isPkce: boolean;
  redirectTo: string;
  /** ISO 8601. */
  at: string;
  expiresAt: string;
};

/**
 * The part of a verb's statement that issues a token. An older one of the same purpose is replaced under the new id,
 * so that its mail, if it was not sent yet, never will be.
 *
 * @param from where the account's id comes from, for example `from due`
 */
export function insertToken(token: NewToken, from: SQL): SQL {
  return sql`insert into ${oneTimeTokens} (
      id, user_id, purpose, code_hash, link_hash, relates_to, code_length, is_pkce, redirect_to, created_at, expires_at
    ) select
      ${token.id}::uuid, id, ${token.purpose}, ${token.codeHash}, ${token.linkHash}, ${token.relatesTo},
      ${token.codeLength}::smallint, ${token.isPkce}::boolean, ${token.redirectTo}, ${token.at}::timestamptz,
      ${token.expiresAt}::timestamptz
    ${from}
    on conflict (user_id, purpose) do update set
      id = excluded.id, code_hash = excluded.code_hash, link_hash = excluded.link_hash,
      relates_to = excluded.relates_to, code_length = excluded.code_length, is_pkce = excluded.is_pkce,
      redirect_to = excluded.redirect_to, created_at = excluded.created_at, expires_at = excluded.expires_at`;
}
