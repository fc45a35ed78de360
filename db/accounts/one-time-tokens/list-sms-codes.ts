import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { Timestamp } from "#db/timestamps.ts";
import { mfaChallenges, mfaFactors, oneTimeTokens } from "#db/schema/accounts.ts";
import { MFA_CODE_DIGITS } from "./one-time-code.ts";

const SmsCode = z.object({
  id: z.string(),
  /** E.164 without its plus. */
  phone: z.string(),
  code_length: z.int(),
  created_at: Timestamp,
  expires_at: Timestamp,
});
export type SmsCode = z.infer<typeof SmsCode>;

/**
 * Lists codes for their SMS, by the id of a one-time token or an MFA challenge.
 *
 * @returns only those that were neither replaced nor used
 */
export async function listSmsCodes(db: Db, ids: readonly string[]): Promise<SmsCode[]> {
  const wanted = sql`any(${sql.param([...ids])}::uuid[])`;
  return rowsOf(
    db,
    sql`select id, relates_to as phone, code_length, created_at, expires_at
      from ${oneTimeTokens} where id = ${wanted}
      union all
      select challenge.id, factor.phone, ${MFA_CODE_DIGITS}::int, challenge.created_at, challenge.expires_at
      from ${mfaChallenges} challenge join ${mfaFactors} factor on factor.id = challenge.factor_id
      where challenge.id = ${wanted} and challenge.verified_at is null and factor.phone is not null`,
    SmsCode,
  );
}
