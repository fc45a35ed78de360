import { and, eq, type SQL, sql } from "drizzle-orm";
import type { CancelReason } from "#contracts/billing/retention-offer.ts";
import type { Db } from "#db/client.ts";
import {
  customerOwners,
  customers,
  orders,
  type RefundRequestState,
  refundRequests,
  retentionOffers,
  subscriptionRequests,
  subscriptions,
} from "#db/schema/billing.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { isPaid, isRefundGranted } from "./guarantee-sql.ts";
import { OPEN_THEN_NEWEST, subscriptionFields } from "./subscription.ts";
import { sessionOf, type UserQuery } from "./user-session.ts";

/** Shown again within this time, an unanswered offer is the same showing. */
export const OFFER_SHOWN_FOR_H = 24;

type Found = NonNullable<Awaited<ReturnType<typeof findSubscriptionOfUser>>>;
export type UserSubscriptionRow = NonNullable<Found["subscription"]>;

export type WhichSubscription = {
  /** Left out: the open one, else the newest. */
  id?: string | null;
  /** Leaves out customers that were deleted at Stripe. */
  isAtStripe?: boolean;
};

/** @returns null when the session has ended */
export async function findSubscriptionOfUser(
  db: Db,
  user: UserQuery,
  { id = null, isAtStripe = false }: WhichSubscription = {},
) {
  const session = sessionOf(db, user);
  const own = db
    .select({ ...subscriptionFields, ...fieldsFor(user) })
    .from(customerOwners)
    .innerJoin(customers, eq(customers.id, customerOwners.customerId))
    .innerJoin(subscriptions, eq(subscriptions.customerId, customers.id))
    .where(
      and(
        eq(customerOwners.userId, user.userId),
        id === null ? undefined : eq(subscriptions.id, id),
        isAtStripe ? eq(customers.isDeleted, false) : undefined,
      ),
    )
    .orderBy(...OPEN_THEN_NEWEST)
    .limit(1)
    .as("own");
  const [found] = await db
    .select()
    .from(session)
    .leftJoin(own, sql`true`);
  if (found?.session.isSessionValid !== true) return null;
  return { unclaimed: found.session.unclaimed, subscription: found.own };
}

type OpenOffer = { reason: CancelReason | null };

function fieldsFor({ userId, at }: UserQuery) {
  return {
    /** Whether the newest cancellation removed a scheduled change. */
    hasLostChange: sql<boolean>`exists (
      select from ${outboxEvents} event
      where event.aggregate_id = ${subscriptions}.customer_id and event.type = 'SubscriptionChangeWithdrawn'
        and event.payload->>'subscriptionId' = ${subscriptions}.id and event.occurred_at >= (
          select max(request.requested_at) from ${subscriptionRequests} request
          where request.subscription_id = ${subscriptions}.id and request.kind = 'cancel'
        )
    )`.as("has_lost_change"),
    openOffer: sql<OpenOffer | null>`(
      select json_build_object('reason', offer.reason) from ${retentionOffers} offer
      where offer.subscription_id = ${subscriptions}.id and offer.answer is null
        and offer.shown_at > ${at}::timestamptz - ${OFFER_SHOWN_FOR_H}::int * interval '1 hour'
      order by offer.shown_at desc limit 1
    )`.as("open_offer"),
    firstPaidAt: (
      sql`(
        select min(paid.ordered_at) from ${orders} paid
        where paid.subscription_id = ${subscriptions}.id and ${isPaid(sql`paid`)}
      )`.mapWith(orders.orderedAt) as SQL<string | null>
    ).as("first_paid_at"),
    /** Paid and not refunded. */
    paidPence: sql<number>`(
      select coalesce(sum(paid.amount_pence - paid.refunded_pence), 0)::int from ${orders} paid
      where paid.subscription_id = ${subscriptions}.id and ${isPaid(sql`paid`)}
    )`.as("paid_pence"),
    refundRequest: sql<RefundRequestState | null>`(
      select request.state from ${refundRequests} request where request.subscription_id = ${subscriptions}.id
    )`.as("refund_request"),
    /** Whether another subscription of the user was refunded or is about to be. */
    isGuaranteeUsed: sql<boolean>`exists (
      select from ${refundRequests} request
      where request.subscription_id <> ${subscriptions}.id and ${isRefundGranted(sql`request`, userId)}
    )`.as("is_guarantee_used"),
  };
}
