import { desc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { businessNameOf } from "#db/content/business-name-sql.ts";
import { users } from "#db/schema/accounts.ts";
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
      customerId: disputes.customerId,
      /** Opens the page of the account, else of the unclaimed customer. */
      customerKey: sql<string>`coalesce(${customers.userId}::text, ${disputes.customerId})`,
      businessName: sql<
        string | null
      >`${businessNameOf({ userId: sql`${customers.userId}`, enquiryId: sql`null::text` })}`,
      firstName: sql<string | null>`${users.userMetadata}->>'first_name'`,
      lastName: sql<string | null>`${users.userMetadata}->>'last_name'`,
      orderId: disputes.orderId,
      subscriptionStatus: subscriptions.status,
      status: disputes.status,
      reason: disputes.reason,
      amountPence: disputes.amountPence,
      currency: disputes.currency,
      dueBy: disputes.dueBy,
      isRefundable: disputes.isRefundable,
      openedAt: disputes.openedAt,
    })
    .from(disputes)
    .leftJoin(customers, eq(customers.id, disputes.customerId))
    .leftJoin(users, eq(users.id, customers.userId))
    .leftJoin(orders, eq(orders.id, disputes.orderId))
    .leftJoin(subscriptions, eq(subscriptions.id, orders.subscriptionId))
    .where(customerIds === null ? undefined : inArray(disputes.customerId, [...customerIds]))
    .orderBy(dueFirst, desc(disputes.openedAt))
    .limit(DISPUTES_MAX);
}
