import { desc, eq, sql } from "drizzle-orm";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import type { Db } from "#db/client.ts";
import { subscriptions, unclaimedCustomers } from "#db/schema/billing.ts";
import { selectSession } from "./find-checkout-sessions.ts";

/**
 * Subscriptions of guests under the user's proven email, newest first.
 *
 * @returns null when the session has ended
 */
export async function listUnclaimedPurchases(db: Db, user: CurrentUserAt) {
  const unclaimed = db
    .select({
      customerId: subscriptions.customerId,
      subscriptionId: subscriptions.id,
      priceId: subscriptions.priceId,
      paymentMethodBrand: subscriptions.paymentMethodBrand,
      paymentMethodLast4: subscriptions.paymentMethodLast4,
      createdAt: subscriptions.createdAt,
    })
    .from(unclaimedCustomers)
    .innerJoin(subscriptions, eq(subscriptions.customerId, unclaimedCustomers.customerId))
    .where(eq(unclaimedCustomers.userId, user.userId))
    .as("unclaimed");
  const rows = await selectSession(db, user)
    .leftJoin(unclaimed, sql`true`)
    .orderBy(desc(unclaimed.createdAt), unclaimed.subscriptionId);
  if (rows[0]?.session.isSessionValid !== true) return null;
  return rows.flatMap((row) => row.unclaimed ?? []);
}
