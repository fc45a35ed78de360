import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { currencyOf, isPaid, isUndecided } from "#db/billing/guarantee-sql.ts";
import type { Db } from "#db/client.ts";
import { Timestamp } from "#db/timestamps.ts";
import { users } from "#db/schema/accounts.ts";
import { orders, refundRequests, subscriptions } from "#db/schema/billing.ts";

const selectRequest = (db: Db, id: string) =>
  db
    .select({
      id: refundRequests.id,
      customer_id: refundRequests.customerId,
      subscription_id: refundRequests.subscriptionId,
      subscription_status: subscriptions.status,
      message: refundRequests.message,
      is_account_gone: sql<boolean>`${users.id} is null`,
      amount_pence: refundRequests.amountPence,
      currency: sql<string>`coalesce(${currencyOf(sql`${refundRequests.subscriptionId}`)}, 'gbp')`,
      state: refundRequests.state,
      is_undecided: isUndecided(sql`${refundRequests}`),
      requested_at: refundRequests.requestedAt,
      decided_at: refundRequests.decidedAt,
      is_automatic: sql<boolean>`${refundRequests.decidedBy} is null`,
      decision_reason: refundRequests.decisionReason,
      refunded_at: refundRequests.refundedAt,
      first_paid_at: sql`(
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
