import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { checkoutSessions } from "#db/schema/billing.ts";

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
