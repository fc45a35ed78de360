import { and, eq, not, sql } from "drizzle-orm";
import { IS_UNVERIFIED_IDENTITY } from "../accounts/users/verified-email-sql.ts";
import type { Db } from "../client.ts";
import {
  identities,
  mfaFactors,
  sessions,
  users,
  webauthnCredentials,
} from "../schema/accounts.ts";
import { auditLog } from "../schema/events.ts";
import { operators } from "../schema/operators.ts";
import { OPERATOR_ROLES, type OperatorRole } from "./ops-session.ts";

type OperatorGrant = {
  /** Lower case. */
  email: string;
  role: OperatorRole;
  /** Whether an account is made for an address that has none. */
  mayCreate: boolean;
  /** A new account gets it. */
  userId: string;
  identityId: string;
  at: string;
};

export type OperatorGrantResult = {
  outcome: "created" | "promoted" | "role_changed" | "unchanged";
  userId: string;
  hasPassword: boolean;
  hasAuthenticator: boolean;
};

type Granted = Pick<OperatorGrantResult, "outcome" | "userId" | "hasPassword">;

/**
 * Makes an account an operator.
 *
 * The granter vouches for the email: an unproven one becomes proven and loses its password, sessions,
 * identities, passkeys and factors. A new account has no password; its user sets one with a mailed code.
 *
 * @returns null when there is no account, and none may be made
 */
export async function grantOperator(
  db: Db,
  grant: OperatorGrant,
): Promise<OperatorGrantResult | null> {
  const { at, email, role } = grant;
  return db.transaction(async (tx) => {
    const [existing] = await tx
      .select()
      .from(users)
      .where(and(eq(users.email, email), not(users.isSso)))
      .for("update");
    if (existing === undefined && !grant.mayCreate) return null;
    const granted =
      existing === undefined
        ? await createOperator(tx, grant)
        : await promote(tx, existing, { at, role });
    if (granted.outcome !== "unchanged") {
      await tx.insert(auditLog).values({
        action: "ops.granted",
        actor: { kind: "system", name: "ops:grant" },
        subjectType: "user",
        subjectId: granted.userId,
        data: { outcome: granted.outcome, role },
        at,
      });
    }
    return { ...granted, hasAuthenticator: await hasAuthenticator(tx, granted.userId) };
  });
}

async function hasAuthenticator(db: Db, userId: string): Promise<boolean> {
  const isUsable = and(
    eq(mfaFactors.userId, userId),
    eq(mfaFactors.factorType, "totp"),
    eq(mfaFactors.status, "verified"),
  );
  return (await db.$count(mfaFactors, isUsable)) > 0;
}

async function createOperator(
  db: Db,
  { userId, identityId, email, role, at }: OperatorGrant,
): Promise<Granted> {
  await db.insert(users).values({
    id: userId,
    email,
    emailConfirmedAt: at,
    appMetadata: { provider: "email", providers: ["email"], role },
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
  { at, role }: Pick<OperatorGrant, "at" | "role">,
): Promise<Granted> {
  const before = OPERATOR_ROLES.find((known) => known === appMetadata["role"]);
  if (before === role) {
    return { outcome: "unchanged", userId: id, hasPassword: passwordHash !== null };
  }
  const isProven = emailConfirmedAt !== null;
  await db
    .update(users)
    .set({
      appMetadata: { ...appMetadata, role },
      updatedAt: at,
      ...(!isProven && { passwordHash: null, emailConfirmedAt: at }),
    })
    .where(eq(users.id, id));
  if (!isProven) {
    for (const table of [sessions, webauthnCredentials, mfaFactors]) {
      await db.delete(table).where(eq(table.userId, id));
    }
    await db.execute(sql`delete from ${identities} identity
      where identity.user_id = ${id} and ${IS_UNVERIFIED_IDENTITY}`);
  }
  return {
    outcome: before === undefined ? "promoted" : "role_changed",
    userId: id,
    hasPassword: isProven && passwordHash !== null,
  };
}

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
    // The foreign key takes the account manager from their customers.
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
