import { and, asc, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { checkoutSessions } from "#db/schema/billing.ts";

/** @returns Stripe ids */
export async function listOpenCheckoutSessions(db: Db, customerId: string): Promise<string[]> {
  const rows = await db
    .select({ stripeSessionId: checkoutSessions.stripeSessionId })
    .from(checkoutSessions)
    .where(and(eq(checkoutSessions.customerId, customerId), eq(checkoutSessions.state, "open")))
    .orderBy(asc(checkoutSessions.createdAt));
  return rows.flatMap(({ stripeSessionId }) => stripeSessionId ?? []);
}
