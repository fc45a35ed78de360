import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, oneRowOf } from "#db/client.ts";
import { orders, subscriptions } from "#db/schema/billing.ts";
import { customersOfUser } from "./customers-of-user.ts";
import { isPaid } from "./guarantee-sql.ts";

const Found = z.object({ was_customer: z.boolean() });

/**
 * Whether the buyer of a subscription had paid for one that ended before it, as the same Stripe customer, with the same
 * card or, for a user, as any customer of that user. Unlike `isReturningCustomer` it ignores the address, because a visitor
 * may type anybody's and would learn who was a customer.
 *
 * @param userId the user whom the purchase belongs to; null for a guest's
 */
export async function wasCustomerBefore(
  db: Db,
  subscriptionId: string,
  userId: string | null,
): Promise<boolean> {
  const own = sql`select customer_id from ${subscriptions} where id = ${subscriptionId}`;
  const customerIds =
    userId === null ? own : sql`${own} union all ${customersOfUser(sql`${userId}::uuid`)}`;
  const cards = sql`select card_fingerprint from ${orders}
    where subscription_id = ${subscriptionId} and card_fingerprint is not null`;
  const found = await oneRowOf(
    db,
    // Arrays, so that the indexes are used.
    sql`select exists (
      select from ${subscriptions} own
      join ${subscriptions} earlier on earlier.ended_at <= own.created_at and earlier.id = any(array(
        select id from ${subscriptions} where customer_id = any(array(${customerIds}))
        union select subscription_id from ${orders} where card_fingerprint = any(array(${cards}))
      ))
      join ${orders} paid on paid.subscription_id = earlier.id and ${isPaid(sql`paid`)}
      where own.id = ${subscriptionId}
    ) as was_customer`,
    Found,
  );
  return found.was_customer;
}
