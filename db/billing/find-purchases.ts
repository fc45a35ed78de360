import { and, asc, desc, eq, sql, inArray } from "drizzle-orm";
import type { StoredPurchaseConversion } from "#contracts/api/conversion.ts";
import { PAID_ORDER_STATUSES } from "#contracts/billing/subscription-status.ts";
import { users } from "#db/schema/accounts.ts";
import type { CurrentUserAt } from "../accounts/sessions/current-user-sql.ts";
import type { Db } from "../client.ts";
import {
  customers,
  orders,
  subscriptions,
  unclaimedCustomers,
  checkoutSessions,
} from "../schema/billing.ts";
import { customersOfUser } from "./customers-sql.ts";
import { selectSession } from "./find-checkout-sessions.ts";
import { subscriptionFields } from "./find-subscriptions.ts";
import { isPaid } from "./orders-sql.ts";

/**
 * @param viewerId the user who looks at the purchase; null for a visitor
 * @returns the subscription with its first paid order; null until it is synced
 */
export async function findPurchase(
  db: Db,
  { subscriptionId, viewerId }: { subscriptionId: string; viewerId: string | null },
) {
  const [purchase] = await db
    .select({
      ...subscriptionFields,
      email: customers.email,
      guestKey: customers.guestKey,
      // A visitor who has the link of a user's purchase does not learn it.
      wasCustomerBefore: sql<boolean>`case
        when ${customers.guestKey} is not null or ${customers.userId} = ${viewerId}::uuid
        then ${wasCustomerBefore} else false end`.as("was_customer_before"),
      order: { id: orders.id, amountPence: orders.amountPence },
    })
    .from(subscriptions)
    .innerJoin(customers, eq(customers.id, subscriptions.customerId))
    .leftJoin(
      orders,
      and(eq(orders.subscriptionId, subscriptions.id), eq(orders.status, "completed")),
    )
    .where(eq(subscriptions.id, subscriptionId))
    .orderBy(asc(orders.orderedAt))
    .limit(1);
  return purchase ?? null;
}

export type Purchase = NonNullable<Awaited<ReturnType<typeof findPurchase>>>;

/**
 * Whether the buyer had paid for a subscription that ended before this one, as the same Stripe customer, with the same card
 * or, for a user, as any customer of that user. Unlike `isReturningCustomer` it ignores the address, because a visitor may
 * type anybody's and would learn who was a customer.
 * Arrays, so that the indexes are used.
 */
const wasCustomerBefore = sql<boolean>`exists (
  select from ${subscriptions} earlier
  join ${orders} paid on paid.subscription_id = earlier.id and ${isPaid(sql`paid`)}
  where earlier.ended_at <= ${subscriptions}.created_at and earlier.id = any(array(
    select known.id from ${subscriptions} known where known.customer_id = any(array(
      select ${subscriptions}.customer_id union all ${customersOfUser(sql`${customers}.user_id`)}
    ))
    union select same_card.subscription_id from ${orders} same_card where same_card.card_fingerprint = any(array(
      select own.card_fingerprint from ${orders} own
      where own.subscription_id = ${subscriptions}.id and own.card_fingerprint is not null
    ))
  ))
)`;

/**
 * Subscriptions of guests under the user's proven email, newest first.
 *
 * @returns null when the session has ended
 */
export async function listUnclaimedPurchases(db: Db, user: CurrentUserAt) {
  const unclaimed = db
    .select({
      customerId: subscriptions.customerId,
      subscriptionId: subscriptions.id,
      priceId: subscriptions.priceId,
      paymentMethodBrand: subscriptions.paymentMethodBrand,
      paymentMethodLast4: subscriptions.paymentMethodLast4,
      createdAt: subscriptions.createdAt,
    })
    .from(unclaimedCustomers)
    .innerJoin(subscriptions, eq(subscriptions.customerId, unclaimedCustomers.customerId))
    .where(eq(unclaimedCustomers.userId, user.userId))
    .as("unclaimed");
  const rows = await selectSession(db, user)
    .leftJoin(unclaimed, sql`true`)
    .orderBy(desc(unclaimed.createdAt), unclaimed.subscriptionId);
  if (rows[0]?.session.isSessionValid !== true) return null;
  return rows.flatMap((row) => row.unclaimed ?? []);
}

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
