import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { UserOrder, UserSubscription } from "#contracts/api/subscription.ts";
import type { CurrentUserIds } from "#db/accounts/sessions/current-user-sql.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { Timestamp } from "#db/timestamps.ts";
import { customerOwners, userOrders, userSubscription } from "#db/schema/billing.ts";

/** Rows of a user, and customers that their proven email owns but that are not claimed yet. */
export type UserRows<T> = { rows: T[]; unclaimed: string[] };

export type UserRowsQuery = CurrentUserIds & {
  at: string;
};

const own = {
  is_session_valid: z.boolean(),
  unclaimed: z.array(z.string()),
};
const ManagedSubscription = z.object({ ...own, rows: z.array(UserSubscription) });
const OwnOrders = z.object({
  ...own,
  rows: z.array(z.object({ ...UserOrder.shape, order_date: Timestamp })),
});

/**
 * Lists a user's subscription: one row or none.
 *
 * @returns null when the session has ended
 */
export async function listUserSubscriptions(
  db: Db,
  reader: UserRowsQuery,
): Promise<UserRows<UserSubscription> | null> {
  const [found] = await rowsOf(
    db,
    ownRows(
      reader,
      sql`select subscription_id, price_id, subscription_status, current_period_end, payment_method_brand,
          payment_method_last4, cancel_at_period_end
        from ${userSubscription} where user_id = ${reader.userId}::uuid`,
    ),
    ManagedSubscription,
  );
  return found === undefined || !found.is_session_valid ? null : found;
}

/**
 * Lists a user's orders, newest first.
 *
 * @returns null when the session has ended
 */
export async function listUserOrders(
  db: Db,
  reader: UserRowsQuery,
): Promise<UserRows<UserOrder> | null> {
  const [found] = await rowsOf(
    db,
    ownRows(
      reader,
      sql`select order_id, order_status, order_date, amount_total, amount_refunded
        from ${userOrders}
        where user_id = ${reader.userId}::uuid order by order_date desc, order_id`,
    ),
    OwnOrders,
  );
  return found === undefined || !found.is_session_valid ? null : found;
}

function ownRows(reader: UserRowsQuery, rows: SQL): SQL {
  return sql`select ${isValidSession(reader, reader.at)} as is_session_valid,
    coalesce((
      select json_agg(customer_id) from ${customerOwners} where user_id = ${reader.userId}::uuid and not is_claimed
    ), '[]') as unclaimed,
    coalesce((select json_agg(own) from (${rows}) own), '[]') as rows`;
}
