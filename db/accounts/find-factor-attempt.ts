import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { Timestamp } from "#db/timestamps.ts";
import { mfaChallenges, mfaFactors } from "#db/schema/accounts.ts";
import { currentUserColumns, type CurrentUserIds, CurrentUserState } from "./account.ts";

const FactorAttempt = CurrentUserState.extend({
  /** Null where the factor is a phone, or not the caller's. */
  encrypted_secret: z.nullable(z.string()),
  challenge: z.nullable(
    z.object({
      ip: z.string(),
      code_hash: z.nullable(z.string()),
      expires_at: Timestamp,
      verified_at: z.nullable(Timestamp),
    }),
  ),
});
export type FactorAttempt = z.infer<typeof FactorAttempt>;

/**
 * Reads who answers a challenge, the challenge, and what proves the answer, in one statement.
 *
 * @param factorId whose challenge it is; one of another factor or another person is not found
 */
export async function findFactorAttempt(
  db: Db,
  currentUser: CurrentUserIds,
  { factorId, challengeId }: { factorId: string; challengeId: string },
): Promise<FactorAttempt> {
  const own = sql`factor.id = ${factorId}::uuid and factor.user_id = ${currentUser.userId}::uuid`;
  const [attempt] = await rowsOf(
    db,
    sql`select ${currentUserColumns(currentUser)}, (
        select factor.encrypted_secret from ${mfaFactors} factor where ${own}
      ) as encrypted_secret, (
        select to_jsonb(challenge) from ${mfaChallenges} challenge
          join ${mfaFactors} factor on factor.id = challenge.factor_id
        where challenge.id = ${challengeId}::uuid and ${own}
      ) as challenge`,
    FactorAttempt,
  );
  if (attempt === undefined) throw new Error("Bug: a select without a table returned no row");
  return attempt;
}
