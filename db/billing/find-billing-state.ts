import { asc, eq, sql } from "drizzle-orm";
import type { ToldItem } from "#contracts/billing/item-names.ts";
import type { Db } from "#db/client.ts";
import {
  checkoutSessions,
  customers,
  orders,
  refundRequests,
  stripeEvents,
  subscriptions,
} from "#db/schema/billing.ts";
import { accountEmail } from "./customers-sql.ts";
import { selectSubscriptions } from "./find-subscriptions.ts";
import { isPaid } from "./orders-sql.ts";
import { lostPriceIds } from "./subscription-sql.ts";

type FindBillingState = {
  customerId: string;
  /** The Stripe event that asks for the sync. */
  stripeEventId: string | null;
};

export type SavedBillingState = NonNullable<Awaited<ReturnType<typeof findBillingState>>>;

/**
 * One statement, so that `version` belongs to everything that was read: `saveCustomerState` discards the sync if
 * anything changed meanwhile.
 */
export async function findBillingState(db: Db, { customerId, stripeEventId }: FindBillingState) {
  const customer = db
    .select({
      version: customers.version,
      email: customers.email,
      setCards: customers.setCards,
      /** Null for an unclaimed guest. */
      userId: customers.userId,
      accountEmail: accountEmail().as("account_email"),
      /** The database's clock, as text: a Date would lose the microseconds. */
      asOf: sql<string>`now()::text`.as("as_of"),
      /** Whether a sync has already read Stripe after this Stripe event. */
      isCurrent: sql<boolean>`coalesce((
        select ${customers}.synced_at > event.received_at from ${stripeEvents} event
        where event.id = ${stripeEventId}
      ), false)`.as("is_current"),
      /** With consent to conversion reports. */
      consentedCheckouts: sql<string[]>`array(
        select checkout.id from ${checkoutSessions} checkout
        where checkout.customer_id = ${customers}.id and checkout.conversion is not null
      )`.as("consented_checkouts"),
      hasInvoiceEmail: sql<boolean>`${customers}.invoice_email is not null`.as("has_invoice_email"),
      /** Orders that were paid already. */
      paidOrders: sql<string[]>`array(
        select saved.id from ${orders} saved
        where saved.customer_id = ${customers}.id and ${isPaid(sql`saved`)}
      )`.as("paid_orders"),
      /** Order id → refunded pence. */
      refunded: sql<Record<string, number>>`coalesce((
        select jsonb_object_agg(saved.id, saved.refunded_pence) from ${orders} saved
        where saved.customer_id = ${customers}.id
      ), '{}')`.as("refunded"),
      /** Subscription ids whose refund no operator had to approve. */
      refundedAutomatically: sql<string[]>`array(
        select request.subscription_id from ${refundRequests} request
        where request.customer_id = ${customers}.id and request.decided_by is null
          and request.state in ('approved', 'disputed', 'refunded')
      )`.as("refunded_automatically"),
      /** Subscription id → what resuming does not bring back. */
      lost: sql<Record<string, ToldItem[]>>`coalesce((
        select jsonb_object_agg(ending.id, ${lostPriceIds(sql`ending`)}) from ${subscriptions} ending
        where ending.customer_id = ${customers}.id and ending.cancel_at_period_end
      ), '{}')`.as("lost"),
      /** An open subscription to a plan of the same user under another customer. */
      elsewhere: sql<string | null>`(
        select other.id from ${subscriptions} other
        where other.user_id = ${customers}.user_id and other.customer_id <> ${customers}.id
          and other.is_open and other.duplicate_of is null and other.price_id is not null
        order by other.created_at limit 1
      )`.as("elsewhere"),
    })
    .from(customers)
    .where(eq(customers.id, customerId))
    .limit(1)
    .as("customer");
  const own = selectSubscriptions(db).where(eq(subscriptions.customerId, customerId)).as("own");
  const rows = await db
    .select()
    .from(customer)
    .leftJoin(own, sql`true`)
    .orderBy(asc(own.id));
  const [first] = rows;
  if (first === undefined) return null;
  return { ...first.customer, subscriptions: rows.flatMap((row) => row.own ?? []) };
}
