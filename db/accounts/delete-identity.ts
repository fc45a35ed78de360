import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { identities, type Metadata, users } from "#db/schema/accounts.ts";
import { uniqueViolation } from "./unique-violation.ts";

export type RemoveIdentity = {
  userId: string;
  identityId: string;
  /** When the account was last changed, as far as the caller knows: what they decided holds for that state. */
  seenAt: string;
  /** Lower case; the account's address from now on, which one of the other identities has proven, or null. */
  email: string | null;
  /** The account's phone goes with its identity. */
  dropsPhone: boolean;
  appMetadata: Metadata;
  /** ISO 8601. */
  at: string;
};

/**
 * Takes a way in which a person is known away from their account, in one statement.
 *
 * @returns `changed_meanwhile` when the account is no longer as it was seen, `email_taken` when another account has the
 *   address that would be left
 */
export async function removeIdentity(
  db: Db,
  input: RemoveIdentity,
): Promise<"removed" | "changed_meanwhile" | "email_taken"> {
  const at = sql`${input.at}::timestamptz`;
  try {
    const removed = await rowsOf(
      db,
      sql`with account as (
        update ${users} account set
          email = ${input.email},
          email_confirmed_at = case when ${input.email}::text is null then null
            else account.email_confirmed_at end,
          phone = case when ${input.dropsPhone}::boolean then null else account.phone end,
          phone_confirmed_at = case when ${input.dropsPhone}::boolean then null
            else account.phone_confirmed_at end,
          app_metadata = account.app_metadata || ${JSON.stringify(input.appMetadata)}::jsonb,
          updated_at = ${at}
        where account.id = ${input.userId}::uuid and account.deleted_at is null
          and date_trunc('milliseconds', account.updated_at) = ${input.seenAt}::timestamptz
        returning account.id
      )
      delete from ${identities} identity using account
      where identity.user_id = account.id and identity.id = ${input.identityId}::uuid
      returning identity.id`,
      z.object({ id: z.string() }),
    );
    return removed.length === 0 ? "changed_meanwhile" : "removed";
  } catch (error) {
    if (uniqueViolation(error) !== null) return "email_taken";
    throw error;
  }
}
