import { and, eq, isNull, lte, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { type AmrEntry, sessions, users } from "#db/schema/accounts.ts";

/** `app_metadata.role` of an account has it. */
export const OPERATOR_ROLES = ["ops", "ops_viewer"] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

type SessionIds = { userId: string; sessionId: string };

export type OpsSession = {
  role: OperatorRole;
  /** When the operator last typed a code of their authenticator, in milliseconds. */
  codeAtMs: number;
};

/** An operator's session with the second factor; null for every other. */
export async function findOpsSession(
  db: Db,
  { userId, sessionId }: SessionIds,
): Promise<OpsSession | null> {
  const role = sql<OperatorRole>`${users.appMetadata}->>'role'`;
  const [row] = await db
    .select({ role, amr: sessions.amr })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(users.id, userId),
        isNull(users.deletedAt),
        sql`${role} in ${OPERATOR_ROLES}`,
        or(isNull(users.bannedUntil), lte(users.bannedUntil, sql`now()`)),
        eq(sessions.aal, "aal2"),
      ),
    );
  return row === undefined ? null : { role: row.role, codeAtMs: codeAtMs(row.amr) };
}

function codeAtMs(amr: readonly AmrEntry[]): number {
  return (amr.find(({ method }) => method === "totp")?.timestamp ?? 0) * 1_000;
}

export async function endOpsSession(db: Db, { userId, sessionId }: SessionIds): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
}
