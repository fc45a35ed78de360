import { type SQL, sql, eq, and, asc } from "drizzle-orm";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import type { Db } from "#db/client.ts";
import { checkoutSessions } from "#db/schema/billing.ts";

/** Selects one row, to left-join a user's rows to: one round trip also checks the session. */
export function selectSession(db: Pick<Db, "select">, user: CurrentUserAt) {
  const session = db
    .select({
      isSessionValid: (isValidSession(user, user.at) as SQL<boolean>).as("is_session_valid"),
    })
    .from(sql`(values (true)) one`)
    .as("session");
  return db.select().from(session);
}

/** Finds a payment page by Stripe's id of it; null for one that we did not open. */
export async function findCheckoutSession(db: Db, stripeSessionId: string) {
  const [session] = await db
    .select({
      customerId: checkoutSessions.customerId,
      subscriptionId: checkoutSessions.subscriptionId,
    })
    .from(checkoutSessions)
    .where(eq(checkoutSessions.stripeSessionId, stripeSessionId));
  return session ?? null;
}

/** @returns Stripe ids */
export async function listOpenCheckoutSessions(db: Db, customerId: string): Promise<string[]> {
  const rows = await db
    .select({ stripeSessionId: checkoutSessions.stripeSessionId })
    .from(checkoutSessions)
    .where(and(eq(checkoutSessions.customerId, customerId), eq(checkoutSessions.state, "open")))
    .orderBy(asc(checkoutSessions.createdAt));
  return rows.flatMap(({ stripeSessionId }) => stripeSessionId ?? []);
}
