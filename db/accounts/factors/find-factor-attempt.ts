import { getTableColumns, sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, oneRowOf } from "#db/client.ts";
import { jsonRow } from "#db/json-row.ts";
import { mfaChallenges, mfaFactors } from "#db/schema/accounts.ts";
import {
  currentUserColumns,
  type CurrentUserIds,
  CurrentUserState,
} from "../sessions/current-user-sql.ts";

const FactorAttempt = CurrentUserState.extend({
  /** Null when the factor is a phone or belongs to another user. */
  encryptedSecret: z.nullable(z.string()),
  challenge: z.nullable(jsonRow(getTableColumns(mfaChallenges))),
});
export type FactorAttempt = z.infer<typeof FactorAttempt>;

export async function findFactorAttempt(
  db: Db,
  currentUser: CurrentUserIds,
  { factorId, challengeId }: { factorId: string; challengeId: string },
): Promise<FactorAttempt> {
  const own = sql`factor.id = ${factorId}::uuid and factor.user_id = ${currentUser.userId}::uuid`;
  return oneRowOf(
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
}
