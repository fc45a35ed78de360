import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { mfaFactors, sessions, users } from "#db/schema/accounts.ts";

export type OpsSession = { userId: string; sessionId: string };

const Row = z.object({ id: z.string() });

/**
 * Whether a session still opens the desk, in one statement: it was not ended, its owner is of the ops and not shut out,
 * and it was proven with the second step where one was set up.
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

/** Ends a session, so that nothing signed in with it is worth anything any more. */
export async function endOpsSession(db: Db, session: OpsSession): Promise<void> {
  await db.execute(
    sql`delete from ${sessions}
      where id = ${session.sessionId}::uuid and user_id = ${session.userId}::uuid`,
  );
}
