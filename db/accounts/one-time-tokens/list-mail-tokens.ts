import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { Timestamp } from "#db/timestamps.ts";
import { oneTimeTokens, users } from "#db/schema/accounts.ts";

const MailToken = z.object({
  id: z.string(),
  relates_to: z.string(),
  code_length: z.int(),
  is_pkce: z.boolean(),
  redirect_to: z.string(),
  created_at: Timestamp,
  expires_at: Timestamp,
  first_name: z.nullable(z.string()),
  new_email: z.nullable(z.string()),
});
export type MailToken = z.infer<typeof MailToken>;

/**
 * Lists one-time tokens for their mails.
 *
 * @returns only tokens that were neither replaced nor used
 */
export async function listMailTokens(db: Db, ids: readonly string[]): Promise<MailToken[]> {
  return rowsOf(
    db,
    sql`select token.id, token.relates_to, token.code_length, token.is_pkce, token.redirect_to,
        token.created_at, token.expires_at, account.user_metadata->>'first_name' as first_name,
        account.new_email
      from ${oneTimeTokens} token join ${users} account on account.id = token.user_id
      where token.id = any(${sql.param([...ids])}::uuid[])`,
    MailToken,
  );
}
