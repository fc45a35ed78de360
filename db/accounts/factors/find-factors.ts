import { getTableColumns, sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, oneRowOf } from "../../client.ts";
import { jsonRow } from "../../json-row.ts";
import { mfaChallenges, mfaFactors } from "../../schema/accounts.ts";
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
  return oneRowOf(db, FactorAttempt)`select ${currentUserColumns(currentUser)}, (
      select factor.encrypted_secret from ${mfaFactors} factor where ${own}
    ) as encrypted_secret, (
      select to_jsonb(challenge) from ${mfaChallenges} challenge
        join ${mfaFactors} factor on factor.id = challenge.factor_id
      where challenge.id = ${challengeId}::uuid and ${own}
    ) as challenge`;
}

const Row = CurrentUserState.extend({
  recoveryCodes: z.nullable(z.object({ id: z.string(), remaining: z.int() })),
});

export function findRecoveryCodes(db: Db, currentUser: CurrentUserIds) {
  return oneRowOf(db, Row)`select ${currentUserColumns(currentUser)}, (
      select jsonb_build_object('id', factor.id, 'remaining', cardinality(factor.recovery_code_hashes))
      from ${mfaFactors} factor
      where factor.user_id = ${currentUser.userId}::uuid and factor.factor_type = 'recovery_code'
    ) as recovery_codes`;
}
