import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { anyOf } from "../../any-of.ts";
import type { Db } from "../../client.ts";
import { mfaChallenges, mfaFactors, oneTimeTokens, users } from "../../schema/accounts.ts";
import { MFA_CODE_DIGITS } from "./one-time-code.ts";

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

export type SmsCode = Pick<MailToken, "id" | "codeLength" | "createdAt" | "expiresAt"> & {
  phone: string;
};

/**
 * Leaves out codes that were replaced or used.
 *
 * @param ids of one-time tokens or MFA challenges
 */
export async function listSmsCodes(db: Db, ids: readonly string[]): Promise<SmsCode[]> {
  return unionAll(
    db
      .select({
        id: oneTimeTokens.id,
        phone: sql<string>`${oneTimeTokens.relatesTo}`.as("phone"),
        codeLength: sql<number>`${oneTimeTokens.codeLength}::int`.as("code_length"),
        createdAt: oneTimeTokens.createdAt,
        expiresAt: oneTimeTokens.expiresAt,
      })
      .from(oneTimeTokens)
      .where(anyOf(oneTimeTokens.id, ids)),
    db
      .select({
        id: mfaChallenges.id,
        phone: sql<string>`${mfaFactors.phone}`.as("phone"),
        codeLength: sql<number>`${MFA_CODE_DIGITS}::int`.as("code_length"),
        createdAt: mfaChallenges.createdAt,
        expiresAt: mfaChallenges.expiresAt,
      })
      .from(mfaChallenges)
      .innerJoin(mfaFactors, eq(mfaFactors.id, mfaChallenges.factorId))
      .where(
        and(
          anyOf(mfaChallenges.id, ids),
          isNull(mfaChallenges.verifiedAt),
          isNotNull(mfaFactors.phone),
        ),
      ),
  );
}
