import { and, eq, not, sql } from "drizzle-orm";
import { IS_UNVERIFIED_IDENTITY } from "#db/accounts/users/verified-email-sql.ts";
import type { Db } from "#db/client.ts";
import { identities, sessions, users } from "#db/schema/accounts.ts";
import { auditLog } from "#db/schema/events.ts";

type OperatorGrant = {
  /** Lower case. */
  email: string;
  /** For a new account. */
  userId: string;
  identityId: string;
  at: string;
};

export type OperatorGrantResult = {
  outcome: "created" | "promoted" | "is_ops_already";
  userId: string;
  hasPassword: boolean;
};

/**
 * The granter vouches for the email: an unproven one becomes proven and loses its password, sessions
 * and identities. A new account has no password; its user sets one with a mailed code.
 */
export async function grantOperator(db: Db, grant: OperatorGrant): Promise<OperatorGrantResult> {
  const { at, email } = grant;
  return db.transaction(async (tx) => {
    const [existing] = await tx
      .select()
      .from(users)
      .where(and(eq(users.email, email), not(users.isSso)))
      .for("update");
    if (existing?.appMetadata["role"] === "ops") {
      return {
        outcome: "is_ops_already",
        userId: existing.id,
        hasPassword: existing.passwordHash !== null,
      };
    }
    const result =
      existing === undefined ? await createOperator(tx, grant) : await promote(tx, existing, at);
    await tx.insert(auditLog).values({
      action: "ops.granted",
      actor: { kind: "system", name: "ops:grant" },
      subjectType: "user",
      subjectId: result.userId,
      data: { outcome: result.outcome },
      at,
    });
    return result;
  });
}

async function createOperator(
  db: Db,
  { userId, identityId, email, at }: OperatorGrant,
): Promise<OperatorGrantResult> {
  await db.insert(users).values({
    id: userId,
    email,
    emailConfirmedAt: at,
    appMetadata: { provider: "email", providers: ["email"], role: "ops" },
    userMetadata: {},
    createdAt: at,
    updatedAt: at,
  });
  await db.insert(identities).values({
    id: identityId,
    userId,
    provider: "email",
    providerId: userId,
    identityData: { sub: userId, email, email_verified: true },
    email,
    createdAt: at,
    updatedAt: at,
  });
  return { outcome: "created", userId, hasPassword: false };
}

async function promote(
  db: Db,
  { id, appMetadata, emailConfirmedAt, passwordHash }: typeof users.$inferSelect,
  at: string,
): Promise<OperatorGrantResult> {
  const isProven = emailConfirmedAt !== null;
  await db
    .update(users)
    .set({
      appMetadata: { ...appMetadata, role: "ops" },
      updatedAt: at,
      ...(!isProven && { passwordHash: null, emailConfirmedAt: at }),
    })
    .where(eq(users.id, id));
  if (!isProven) {
    await db.delete(sessions).where(eq(sessions.userId, id));
    await db.execute(
      sql`delete from ${identities} identity where identity.user_id = ${id} and ${IS_UNVERIFIED_IDENTITY}`,
    );
  }
  return { outcome: "promoted", userId: id, hasPassword: isProven && passwordHash !== null };
}
