import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { anyOf } from "#db/any-of.ts";
import type { Db } from "#db/client.ts";
import { mfaChallenges, mfaFactors, oneTimeTokens } from "#db/schema/accounts.ts";
import { MFA_CODE_DIGITS } from "./one-time-code.ts";

export type SmsCode = {
  id: string;
  phone: string;
  codeLength: number;
  createdAt: string;
  expiresAt: string;
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
