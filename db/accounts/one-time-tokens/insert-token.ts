import { type SQL, sql } from "drizzle-orm";
import { oneTimeTokens, type TokenPurpose } from "#db/schema/accounts.ts";

export type NewToken = {
  /** Code and link are derived from it. */
  id: string;
  purpose: TokenPurpose;
  codeHash: string;
  linkHash: string;
  relatesTo: string;
  codeLength: number;
  isPkce: boolean;
  redirectTo: string;
  at: string;
  expiresAt: string;
  /** It ends with the token that it replaces. */
  isRepeat?: boolean;
};

/** Replaces a token of the same purpose under a new id, so that a mail still in the queue is skipped. */
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
      relates_to = excluded.relates_to, code_length = excluded.code_length, code_attempts = 0, is_pkce = excluded.is_pkce,
      redirect_to = excluded.redirect_to, created_at = excluded.created_at,
      expires_at = ${token.isRepeat === true ? sql`${oneTimeTokens}.expires_at` : sql`excluded.expires_at`}`;
}
