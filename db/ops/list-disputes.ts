import { desc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { awaitsEvidence, customers, disputes, orders, subscriptions } from "#db/schema/billing.ts";

const DISPUTES_MAX = 200;

export type OpsDispute = Awaited<ReturnType<typeof listDisputes>>[number];

/**
 * Lists those that await evidence first, by deadline, then the newest.
 *
 * @param customerIds null for all
 */
export function listDisputes(db: Db, customerIds: readonly string[] | null) {
  const dueFirst = sql`case when ${awaitsEvidence(disputes.status)} then ${disputes.dueBy} end asc nulls last`;
  return db
    .select({
      id: disputes.id,
      customer_id: disputes.customerId,
      /** Opens the page of the account, else of the unclaimed customer. */
      customer_key: sql<string>`coalesce(${customers.userId}::text, ${disputes.customerId})`,
      order_id: disputes.orderId,
      subscription_status: subscriptions.status,
      status: disputes.status,
      reason: disputes.reason,
      amount_pence: disputes.amountPence,
      currency: disputes.currency,
      due_by: disputes.dueBy,
      is_refundable: disputes.isRefundable,
      opened_at: disputes.openedAt,
    })
    .from(disputes)
    .leftJoin(customers, eq(customers.id, disputes.customerId))
    .leftJoin(orders, eq(orders.id, disputes.orderId))
    .leftJoin(subscriptions, eq(subscriptions.id, orders.subscriptionId))
    .where(customerIds === null ? undefined : inArray(disputes.customerId, [...customerIds]))
    .orderBy(dueFirst, desc(disputes.openedAt))
    .limit(DISPUTES_MAX);
}
