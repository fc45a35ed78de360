import { and, eq, isNull, ne, or } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { type CheckoutState, checkoutSessions } from "#db/schema/billing.ts";

/**
 * A completed one stays completed.
 *
 * @param subscriptionId that was bought, if known
 */
export async function closeCheckoutSession(
  db: Db,
  stripeSessionId: string,
  state: Extract<CheckoutState, "complete" | "expired">,
  subscriptionId?: string,
): Promise<void> {
  const isNews = ne(checkoutSessions.state, "complete");
  await db
    .update(checkoutSessions)
    .set({ state, subscriptionId })
    .where(
      and(
        eq(checkoutSessions.stripeSessionId, stripeSessionId),
        subscriptionId === undefined ? isNews : or(isNews, isNull(checkoutSessions.subscriptionId)),
      ),
    );
}
