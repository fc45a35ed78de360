import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { mfaFactors, sessions, users } from "#db/schema/accounts.ts";

export type OpsSession = { userId: string; sessionId: string };

const Row = z.object({ id: z.string() });

/**
 * Checks that a session may open the ops console: not ended, an operator's, not banned, and with
 * the second factor if the account has one.
 */
export async function isOpsSession(db: Db, session: OpsSession): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select session.id from ${sessions} session join ${users} account on account.id = session.user_id
      where session.id = ${session.sessionId}::uuid and account.id = ${session.userId}::uuid
        and account.deleted_at is null and account.app_metadata->>'role' = 'ops'
        and (account.banned_until is null or account.banned_until <= now())
        and (session.aal = 'aal2' or not exists (
          select from ${mfaFactors} factor where factor.user_id = account.id and factor.status = 'verified'
        ))`,
    Row,
  );
  return rows.length === 1;
}

export async function endOpsSession(db: Db, session: OpsSession): Promise<void> {
  await db.execute(
    sql`delete from ${sessions}
      where id = ${session.sessionId}::uuid and user_id = ${session.userId}::uuid`,
  );
}
