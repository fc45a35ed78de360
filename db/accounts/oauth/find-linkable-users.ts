import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, oneRowOf } from "#db/client.ts";
import { identities, users } from "#db/schema/accounts.ts";
import { Account, accountJson } from "../users/account-row.ts";

const LinkableUsers = z.object({
  /** Has this identity. */
  known: z.nullable(Account),
  /** Has the same email, proven or not. */
  ofAddress: z.nullable(Account),
  /** Have another identity with the same email, verified by its provider. */
  ofIdentities: z.array(Account).readonly(),
});
export type LinkableUsers = z.infer<typeof LinkableUsers>;

/** SSO users share accounts only with users of their organisation. */
export function findLinkableUsers(
  db: Db,
  {
    provider,
    subject,
    email,
    isSso,
  }: { provider: string; subject: string; email: string | null; isSso: boolean },
): Promise<LinkableUsers> {
  return oneRowOf(db, LinkableUsers)`select (
      select ${accountJson(sql`account`)} from ${identities} identity
      join ${users} account on account.id = identity.user_id and account.deleted_at is null
      where identity.provider = ${provider} and identity.provider_id = ${subject}
    ) as known, (
      select ${accountJson(sql`account`)} from ${users} account
      where account.email = ${email} and account.deleted_at is null
        and not account.is_sso and not ${isSso}::boolean
    ) as of_address, coalesce((
      select jsonb_agg(${accountJson(sql`account`)}) from ${users} account
      where account.deleted_at is null and account.is_sso = ${isSso}::boolean and account.id in (
        select identity.user_id from ${identities} identity
        where identity.email = ${email}
          and (identity.provider = ${provider} or not ${isSso}::boolean)
          and identity.identity_data->'email_verified' = 'true'
      )
    ), '[]') as of_identities`;
}
