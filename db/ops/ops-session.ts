import { and, eq, isNull, lte, notExists, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { mfaFactors, sessions, users } from "#db/schema/accounts.ts";

type OpsSession = { userId: string; sessionId: string };

/** Whether a session may open the ops console: an operator's, with the second factor if there is one. */
export async function isOpsSession(db: Db, { userId, sessionId }: OpsSession): Promise<boolean> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(users.id, userId),
        isNull(users.deletedAt),
        sql`${users.appMetadata}->>'role' = 'ops'`,
        or(isNull(users.bannedUntil), lte(users.bannedUntil, sql`now()`)),
        or(
          eq(sessions.aal, "aal2"),
          notExists(
            db
              .select({ id: mfaFactors.id })
              .from(mfaFactors)
              .where(and(eq(mfaFactors.userId, users.id), eq(mfaFactors.status, "verified"))),
          ),
        ),
      ),
    );
  return rows.length === 1;
}

export async function endOpsSession(db: Db, { userId, sessionId }: OpsSession): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
}
