import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { oneTimeTokens, type TokenPurpose } from "#db/schema/accounts.ts";

/** Typing errors. A million codes leave a guesser 5 in a million for each mail. */
const ATTEMPTS_PER_CODE = 5;

/**
 * Counts an attempt at each open code of an email or phone, before any is compared: concurrent
 * attempts must not all be the first. The last one voids the code, not the link of the same mail.
 *
 * @returns the hashes of the codes that this attempt may match; empty when no code is open
 */
export async function takeCodeAttempt(
  db: Db,
  attempt: { relatesTo: string; purposes: readonly TokenPurpose[]; at: string },
): Promise<string[]> {
  const tried = await db
    .update(oneTimeTokens)
    .set({ codeAttempts: sql`${oneTimeTokens.codeAttempts} + 1` })
    .where(
      and(
        eq(oneTimeTokens.relatesTo, attempt.relatesTo),
        inArray(oneTimeTokens.purpose, [...attempt.purposes]),
        sql`${oneTimeTokens.expiresAt} > ${attempt.at}::timestamptz`,
        lt(oneTimeTokens.codeAttempts, ATTEMPTS_PER_CODE),
      ),
    )
    .returning({ codeHash: oneTimeTokens.codeHash });
  return tried.map(({ codeHash }) => codeHash);
}
