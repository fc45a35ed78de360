import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { oneTimeTokens, users } from "#db/schema/accounts.ts";

type MailLink = {
  /** Null for an account that gets its first address by this link. */
  email: string | null;
  newEmail: string | null;
};

/** The account that a link opens, and the address that it changes to; null when it is used or expired. */
export async function findMailLink(
  db: Db,
  { linkHash, at }: { linkHash: string; at: string },
): Promise<MailLink | null> {
  const isChange = sql`${oneTimeTokens.purpose} in ('email_change_new', 'email_change_current')`;
  const [found] = await db
    .select({
      email: users.email,
      newEmail: sql<string | null>`case when ${isChange} then ${users.newEmail} end`,
    })
    .from(oneTimeTokens)
    .innerJoin(users, eq(users.id, oneTimeTokens.userId))
    .where(
      and(
        eq(oneTimeTokens.linkHash, linkHash),
        gt(oneTimeTokens.expiresAt, at),
        isNull(users.deletedAt),
      ),
    );
  return found ?? null;
}
