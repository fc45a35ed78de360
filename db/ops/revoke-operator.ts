import { and, eq, not, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { sessions, users } from "#db/schema/accounts.ts";
import { auditLog } from "#db/schema/events.ts";
import { operators } from "#db/schema/operators.ts";
import { OPERATOR_ROLES } from "./ops-session.ts";

/**
 * Takes the role away and ends all sessions of the account.
 *
 * @param email lower case
 * @returns the account's id, or null when no operator has this email
 */
export async function revokeOperator(
  db: Db,
  { email, at }: { email: string; at: string },
): Promise<string | null> {
  return db.transaction(async (tx) => {
    const [revoked] = await tx
      .update(users)
      .set({ appMetadata: sql`${users.appMetadata} - 'role'`, updatedAt: at })
      .where(
        and(
          eq(users.email, email),
          not(users.isSso),
          sql`${users.appMetadata}->>'role' in ${OPERATOR_ROLES}`,
        ),
      )
      .returning({ id: users.id });
    if (revoked === undefined) return null;
    // Their customers have no account manager any more: the foreign key sees to it.
    await tx.delete(operators).where(eq(operators.userId, revoked.id));
    await tx.delete(sessions).where(eq(sessions.userId, revoked.id));
    await tx.insert(auditLog).values({
      action: "ops.revoked",
      actor: { kind: "system", name: "ops:revoke" },
      subjectType: "user",
      subjectId: revoked.id,
      data: {},
      at,
    });
    return revoked.id;
  });
}
