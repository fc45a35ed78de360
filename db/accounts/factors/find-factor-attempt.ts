import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { Timestamp } from "#db/timestamps.ts";
import { mfaChallenges, mfaFactors } from "#db/schema/accounts.ts";
import { currentUserColumns, type CurrentUserIds, CurrentUserState } from "../users/account.ts";

const FactorAttempt = CurrentUserState.extend({
  /** Null when the factor is a phone or belongs to another user. */
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
 * Finds a challenge with its user and the factor's secret.
 *
 * @param factorId the challenge's factor; a challenge of another factor or user is not found
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
