import { and, asc, eq, gt, isNull, lte, notExists, type SQL, sql } from "drizzle-orm";
import { RETENTION_PERIODS } from "#contracts/retention-periods.ts";
import type { Db } from "#db/client.ts";
import { checkoutSessions, customers, orders, subscriptions } from "#db/schema/billing.ts";

/** Ids of guests' customers who opened a payment page, never bought and can pay at none now; the oldest first. */
export async function listUnusedCustomers(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  const isNone = (
    table: typeof orders | typeof subscriptions | typeof checkoutSessions,
    condition?: SQL,
  ) =>
    notExists(
      db
        .select({ one: sql`1` })
        .from(table)
        .where(and(eq(table.customerId, customers.id), condition)),
    );
  const rows = await db
    .select({ id: customers.id })
    .from(customers)
    .where(
      and(
        isNull(customers.userId),
        lte(
          customers.createdAt,
          sql`${now.toISOString()}::timestamptz - ${RETENTION_PERIODS.visitorDays}::int * interval '1 day'`,
        ),
        isNone(subscriptions),
        isNone(orders),
        isNone(checkoutSessions, gt(checkoutSessions.expiresAt, now.toISOString())),
      ),
    )
    .orderBy(asc(customers.createdAt), asc(customers.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}
