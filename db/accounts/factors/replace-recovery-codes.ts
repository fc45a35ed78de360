import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { mfaFactors } from "#db/schema/accounts.ts";
import { insertSecurityNotice, type NoticeEvent } from "../insert-security-notice.ts";
import type { CurrentUserIds } from "../sessions/current-user-sql.ts";
import { lockValidSession } from "../sessions/valid-session-sql.ts";

type ReplaceRecoveryCodes = CurrentUserIds & {
  codeHashes: readonly string[];
  notice: NoticeEvent;
  at: string;
};

const Row = z.object({ id: z.string(), friendlyName: z.nullable(z.string()) });

/**
 * Voids the earlier codes and ends a lock.
 *
 * @returns null when there are none, or the session is gone
 */
export async function replaceRecoveryCodes(
  db: Db,
  { userId, sessionId, codeHashes, notice, at }: ReplaceRecoveryCodes,
): Promise<z.infer<typeof Row> | null> {
  const [replaced] = await rowsOf(
    db,
    sql`with replaced as (
      update ${mfaFactors} set recovery_code_hashes = ${sql.param(codeHashes)}::text[], failed_attempts = 0,
        locked_until = null, updated_at = ${at}::timestamptz
      where ${lockValidSession({ userId, sessionId }, at)} and user_id = ${userId}::uuid and factor_type = 'recovery_code'
      returning id, user_id, friendly_name
    ), notice as (
      ${insertSecurityNotice(notice, "recovery-codes-made", sql`from replaced`, { subject: true })}
    )
    select id, friendly_name from replaced`,
    Row,
  );
  return replaced ?? null;
}
