import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { CURRENCY } from "#contracts/catalogue.ts";
import { isUndecided } from "#db/billing/guarantee-sql.ts";
import { currencyOf, isPaid } from "#db/billing/orders-sql.ts";
import type { Db } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { orders, refundRequests, subscriptions } from "#db/schema/billing.ts";
import { Timestamp } from "#db/timestamps.ts";

const selectRequest = (db: Db, id: string) =>
  db
    .select({
      id: refundRequests.id,
      customerId: refundRequests.customerId,
      subscriptionId: refundRequests.subscriptionId,
      subscriptionStatus: subscriptions.status,
      message: refundRequests.message,
      isAccountGone: sql<boolean>`${users.id} is null`,
      amountPence: refundRequests.amountPence,
      currency: sql<string>`coalesce(${currencyOf(sql`${refundRequests.subscriptionId}`)}, ${CURRENCY})`,
      state: refundRequests.state,
      isUndecided: isUndecided(sql`${refundRequests}`),
      requestedAt: refundRequests.requestedAt,
      decidedAt: refundRequests.decidedAt,
      isAutomatic: sql<boolean>`${refundRequests.decidedBy} is null`,
      decisionReason: refundRequests.decisionReason,
      refundedAt: refundRequests.refundedAt,
      firstPaidAt: sql`(
        select min(paid.ordered_at) from ${orders} paid
        where paid.subscription_id = ${refundRequests.subscriptionId} and ${isPaid(sql`paid`)}
      )`.mapWith((text: string) => Timestamp.parse(text)) as SQL<string | null>,
    })
    .from(refundRequests)
    .innerJoin(subscriptions, eq(subscriptions.id, refundRequests.subscriptionId))
    .leftJoin(users, and(eq(users.id, refundRequests.userId), isNull(users.deletedAt)))
    .where(eq(refundRequests.id, id));
export type OpsRefundRequest = Awaited<ReturnType<typeof selectRequest>>[number];

export async function findRefundRequest(db: Db, id: string): Promise<OpsRefundRequest | null> {
  const [request] = await selectRequest(db, id);
  return request ?? null;
}
