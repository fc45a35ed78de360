import { and, asc, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { customers, orders, subscriptions } from "#db/schema/billing.ts";
import { subscriptionFields } from "./subscription.ts";

/** @returns the subscription with its first paid order; null until it is synced */
export async function findPurchase(db: Db, subscriptionId: string) {
  const [purchase] = await db
    .select({
      ...subscriptionFields,
      email: customers.email,
      guestKey: customers.guestKey,
      order: { id: orders.id, amountPence: orders.amountPence },
    })
    .from(subscriptions)
    .innerJoin(customers, eq(customers.id, subscriptions.customerId))
    .leftJoin(
      orders,
      and(eq(orders.subscriptionId, subscriptions.id), eq(orders.status, "completed")),
    )
    .where(eq(subscriptions.id, subscriptionId))
    .orderBy(asc(orders.orderedAt))
    .limit(1);
  return purchase ?? null;
}
