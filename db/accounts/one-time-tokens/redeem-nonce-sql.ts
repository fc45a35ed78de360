import { type SQL, sql } from "drizzle-orm";
import { oneTimeTokens } from "#db/schema/accounts.ts";

/** The delete closes the race of two requests with one code: one gets the row. */
export function redeemNonce(userId: string, nonceHash: string | null, at: string): SQL {
  return sql`delete from ${oneTimeTokens} token
    where token.user_id = ${userId}::uuid and token.purpose = 'reauthentication'
      and token.code_hash = ${nonceHash} and token.expires_at > ${at}::timestamptz
    returning token.id`;
}
