import { and, eq, ne } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { type CheckoutState, checkoutSessions } from "#db/schema/billing.ts";

/** A completed one stays completed. */
export async function closeCheckoutSession(
  db: Db,
  stripeSessionId: string,
  state: Extract<CheckoutState, "complete" | "expired">,
): Promise<void> {
  await db
    .update(checkoutSessions)
    .set({ state })
    .where(
      and(
        eq(checkoutSessions.stripeSessionId, stripeSessionId),
        ne(checkoutSessions.state, "complete"),
      ),
    );
}
