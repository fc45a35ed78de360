import { and, eq, isNull, type SQL, sql, desc, inArray } from "drizzle-orm";
import { CURRENCY } from "#contracts/catalogue.ts";
import { currencyOf, isPaid, isUndecided } from "#db/billing/orders-sql.ts";
import type { Db } from "#db/client.ts";
import { businessNameOf } from "#db/content/business-name-sql.ts";
import { users } from "#db/schema/accounts.ts";
import {
  orders,
  refundRequests,
  subscriptions,
  awaitsEvidence,
  customers,
  disputes,
} from "#db/schema/billing.ts";
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

export async function findDeclineReason(db: Db, refundRequestId: string): Promise<string | null> {
  const [request] = await db
    .select({ reason: refundRequests.decisionReason })
    .from(refundRequests)
    .where(eq(refundRequests.id, refundRequestId));
  return request?.reason ?? null;
}

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
