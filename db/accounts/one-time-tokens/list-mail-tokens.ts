import { eq, sql } from "drizzle-orm";
import { anyOf } from "#db/any-of.ts";
import type { Db } from "#db/client.ts";
import { oneTimeTokens, users } from "#db/schema/accounts.ts";

export type MailToken = Pick<
  typeof oneTimeTokens.$inferSelect,
  "id" | "relatesTo" | "codeLength" | "isPkce" | "redirectTo" | "createdAt" | "expiresAt"
> & { firstName: string | null; newEmail: string | null };

/** Leaves out tokens that were replaced or used. */
export async function listMailTokens(db: Db, ids: readonly string[]): Promise<MailToken[]> {
  return db
    .select({
      id: oneTimeTokens.id,
      relatesTo: oneTimeTokens.relatesTo,
      codeLength: oneTimeTokens.codeLength,
      isPkce: oneTimeTokens.isPkce,
      redirectTo: oneTimeTokens.redirectTo,
      createdAt: oneTimeTokens.createdAt,
      expiresAt: oneTimeTokens.expiresAt,
      firstName: sql<string | null>`${users.userMetadata}->>'first_name'`,
      newEmail: users.newEmail,
    })
    .from(oneTimeTokens)
    .innerJoin(users, eq(users.id, oneTimeTokens.userId))
    .where(anyOf(oneTimeTokens.id, ids));
}
