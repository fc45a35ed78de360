import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { StoredPurchaseConversion } from "#contracts/api/conversion.ts";
import { PAID_ORDER_STATUSES } from "#contracts/billing/subscription-status.ts";
import type { Db } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { checkoutSessions, customers, orders } from "#db/schema/billing.ts";

type PurchaseConversionDetails = {
  /** Null without consent, or for a deleted account. */
  conversion: StoredPurchaseConversion | null;
  email: string | null;
  orderId: string | null;
};

export type ReportedPurchase = { customerId: string; subscriptionId: string; checkoutId: string };

/** Gets what a conversion report to Meta needs, with the first paid order. */
export async function getPurchaseConversion(
  db: Db,
  { customerId, subscriptionId, checkoutId }: ReportedPurchase,
): Promise<PurchaseConversionDetails> {
  const [found] = await db
    .select({
      conversion: checkoutSessions.conversion,
      email: sql<string | null>`coalesce(${users.email}, ${customers.email})`,
      orderId: orders.id,
    })
    .from(sql`(values (true)) one`)
    .leftJoin(checkoutSessions, eq(checkoutSessions.id, checkoutId))
    .leftJoin(customers, eq(customers.id, customerId))
    .leftJoin(users, eq(users.id, customers.userId))
    .leftJoin(
      orders,
      and(
        eq(orders.subscriptionId, subscriptionId),
        inArray(orders.status, [...PAID_ORDER_STATUSES]),
      ),
    )
    .orderBy(asc(orders.orderedAt))
    .limit(1);
  if (found === undefined) throw new Error("Bug: a select without a table returned no row");
  return found;
}
