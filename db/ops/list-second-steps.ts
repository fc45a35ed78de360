import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import type { ChallengedFactorType } from "#contracts/api/auth.ts";
import type { Db } from "#db/client.ts";
import { mfaFactors, users } from "#db/schema/accounts.ts";

export type SecondStep = { id: string; type: ChallengedFactorType; at: string };

/** What a customer's second step is asked of, the oldest first. An operator's is not shown: no colleague may remove it. */
export async function listSecondSteps(db: Db, userId: string): Promise<SecondStep[]> {
  return db
    .select({
      id: mfaFactors.id,
      type: sql<SecondStep["type"]>`${mfaFactors.factorType}`,
      at: mfaFactors.createdAt,
    })
    .from(mfaFactors)
    .innerJoin(users, eq(users.id, mfaFactors.userId))
    .where(
      and(
        eq(users.id, userId),
        isNull(users.deletedAt),
        sql`${users.appMetadata}->>'role' is null`,
        eq(mfaFactors.status, "verified"),
        ne(mfaFactors.factorType, "recovery_code"),
      ),
    )
    .orderBy(asc(mfaFactors.createdAt), asc(mfaFactors.id));
}
