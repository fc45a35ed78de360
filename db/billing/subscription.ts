import { asc, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { PRICE_NOTICE_DAYS } from "#contracts/billing/price-change.ts";
import { planAndAddons } from "#contracts/billing/stripe-state.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import {
  type AnnouncedPrice,
  monthlyPence,
  type Payment,
  upcomingPayments,
} from "#contracts/billing/upcoming-payments.ts";
import type { SubscriptionFacts } from "#contracts/events/subscriptions.ts";
import type { Db } from "#db/client.ts";
import {
  customers,
  priceChanges,
  subscriptionItems,
  subscriptionRequests,
  subscriptions,
} from "#db/schema/billing.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { customersOfUser } from "./customers-of-user-sql.ts";

/** A pending request counts before Stripe knows it. */
export function isCancelScheduled(subscription: SQL): SQL<boolean> {
  return sql`coalesce((
    select request.kind = 'cancel' from ${subscriptionRequests} request
    where request.subscription_id = ${subscription}.id and request.state = 'pending' and request.kind <> 'retention_offer'
  ), ${subscription}.cancel_at_period_end)`;
}

export function hasBillingSubscription(user: SQL): SQL {
  return sql`exists (
    select from ${subscriptions} subscription
    where subscription.customer_id in (${customersOfUser(sql`${user}.id`)})
      and subscription.is_open and not ${isCancelScheduled(sql`subscription`)}
  )`;
}

/**
 * Null once the cancellation's event is deleted.
 *
 * @param request alias of the row of `subscription_requests`
 */
export function promisedEndAt(request: SQL): SQL<string | null> {
  return sql`(
    select (event.payload->>'periodEnd')::timestamptz from ${outboxEvents} event
    where event.aggregate_id = ${subscriptions}.customer_id and event.type = 'SubscriptionCancelled'
      and event.payload->>'subscriptionId' = ${subscriptions}.id and event.occurred_at = ${request}.requested_at
    limit 1
  )`.mapWith(subscriptions.cancelAt) as SQL<string | null>;
}

/** @param change alias of the row of `price_changes` */
export function noticeEnd(change: SQL): SQL {
  return sql`${change}.announced_at + ${PRICE_NOTICE_DAYS}::int * interval '1 day'`;
}

export function announcedPrices(subscription: SQL): SQL<AnnouncedPrice[]> {
  return sql`coalesce((
    select json_agg(
      json_build_object('priceId', item.price_id, 'fromPence', item.amount_pence, 'pence', change.amount_pence, 'at', ${noticeEnd(sql`change`)})
      order by change.announced_at desc
    ) from ${priceChanges} change
    join ${subscriptionItems} item on item.subscription_id = change.subscription_id and item.stripe_price_id = change.from_stripe_price_id
    where change.subscription_id = ${subscription}.id
  ), '[]')`;
}

type ItemRow = Pick<typeof subscriptionItems.$inferSelect, "priceId" | "amountPence" | "quantity">;
type AcceptedOffer = {
  state: "pending" | "applied";
  /** The browser that accepted the offer made it. */
  idempotencyKey: string | null;
};

/** The read model. Every reader joins `customers`. */
export const subscriptionFields = {
  ...getTableColumns(subscriptions),
  /** The customer's: null for an unclaimed guest. */
  userId: customers.userId,
  version: customers.version,
  /** Claimed by its email, and still charged to the buyer's card. */
  needsCard: sql<boolean>`coalesce(${customers.claimedCardId} = ${customers.cardId}, false)`.as(
    "needs_card",
  ),
  balancePence: customers.balancePence,
  /** The plan first, then the add-ons. */
  items: sql<ItemRow[]>`coalesce((
    select json_agg(
      json_build_object('priceId', item.price_id, 'amountPence', item.amount_pence, 'quantity', item.quantity)
      order by item.price_id is distinct from ${subscriptions}.price_id, item.price_id, item.id
    ) from ${subscriptionItems} item where item.subscription_id = ${subscriptions}.id
  ), '[]')`.as("items"),
  announced: announcedPrices(sql`${subscriptions}`).as("announced"),
  isEnding: isCancelScheduled(sql`${subscriptions}`).as("is_ending"),
  pendingAction: sql<"cancel" | "resume" | null>`(
    select request.kind from ${subscriptionRequests} request
    where request.subscription_id = ${subscriptions}.id and request.state = 'pending' and request.kind <> 'retention_offer'
  )`.as("pending_action"),
  promisedEndAt: (
    sql`(
      select ${promisedEndAt(sql`request`)} from ${subscriptionRequests} request
      where request.subscription_id = ${subscriptions}.id and request.state = 'pending' and request.kind = 'cancel'
    )`.mapWith(subscriptions.cancelAt) as SQL<string | null>
  ).as("promised_end_at"),
  acceptedOffer: sql<AcceptedOffer | null>`(
    select json_build_object('state', request.state, 'idempotencyKey', request.idempotency_key)
    from ${subscriptionRequests} request
    where request.subscription_id = ${subscriptions}.id and request.kind = 'retention_offer'
      and request.state in ('pending', 'applied')
  )`.as("accepted_offer"),
};

export type SubscriptionRow = Awaited<ReturnType<typeof selectSubscriptions>>[number];

export function selectSubscriptions(db: Pick<Db, "select">) {
  return db
    .select(subscriptionFields)
    .from(subscriptions)
    .innerJoin(customers, eq(customers.id, subscriptions.customerId));
}

/** A user's subscription is the open one, to a plan if there is one, else the newest. */
export const OPEN_THEN_NEWEST = [
  desc(subscriptions.isOpen),
  sql`${subscriptions.duplicateOf} is not null`,
  sql`${subscriptions.priceId} is null`,
  desc(subscriptions.createdAt),
  asc(subscriptions.id),
] as const;

/** As saved, or as just read from Stripe. */
type Described = Pick<
  SubscriptionRow,
  | "id"
  | "customerId"
  | "status"
  | "items"
  | "discounts"
  | "scheduled"
  | "announced"
  | "currentPeriodEnd"
  | "anchorAt"
  | "balancePence"
  | "duplicateOf"
  | "isEnding"
  | "promisedEndAt"
  | "cancelAt"
  | "endedAt"
>;

/** @returns when an ended or cancelled subscription ends; null for one that renews */
export function endOf(row: Described): string | null {
  if (!isOpen(row.status)) return row.endedAt;
  if (!row.isEnding) return null;
  return row.promisedEndAt ?? row.cancelAt ?? row.currentPeriodEnd;
}

/** Nothing more is charged for a subscription that was paid twice. */
export function paymentsOf(row: Described, endsAt = endOf(row)): Payment[] {
  return row.duplicateOf === null ? upcomingPayments({ ...row, endsAt }) : [];
}

/** @param endsAt null for a subscription that goes on; the default is as saved */
export function factsOf(row: Described, endsAt = endOf(row)): SubscriptionFacts {
  const { plan, addons } = planAndAddons(row.items);
  return {
    customerId: row.customerId,
    subscriptionId: row.id,
    priceIds: plan === null ? addons : [plan, ...addons],
    amountPence: monthlyPence(row),
    payments: paymentsOf(row, endsAt),
    periodEnd: row.currentPeriodEnd,
  };
}
