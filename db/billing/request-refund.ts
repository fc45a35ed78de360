import { sql } from "drizzle-orm";
import * as z from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { customerOwners, refundRequests, subscriptions } from "#db/schema/billing.ts";
import type { UserQuery } from "./user-session.ts";

export type RequestRefund = {
  user: UserQuery;
  message: string | null;
  event: EventOf<"RefundRequested">;
};

const Written = z.object({ count: z.coerce.number() });

/**
 * One statement: the subscription may end, or a second click arrive, after the page was read.
 *
 * @returns false when requested before, or not theirs
 */
export async function requestRefund(
  db: Db,
  { user, message, event }: RequestRefund,
): Promise<boolean> {
  const { refundRequestId, customerId, subscriptionId, amountPence } = event.data;
  const [written] = await rowsOf(
    db,
    sql`with asked as (
      insert into ${refundRequests} (
        id, subscription_id, customer_id, user_id, message, amount_pence, state, requested_at
      ) select ${refundRequestId}, subscription.id, subscription.customer_id, ${user.userId}::uuid, ${message}::text,
        ${amountPence}::int, 'asked', ${user.at}::timestamptz
      from ${subscriptions} subscription join ${customerOwners} owner on owner.customer_id = subscription.customer_id
      where subscription.id = ${subscriptionId} and owner.user_id = ${user.userId}::uuid
        and subscription.is_open and subscription.duplicate_of is null
        and ${isValidSession(user, user.at)}
      on conflict (subscription_id) do nothing
      returning id
    ), event as (
      ${insertEvent(event, { type: "customer", id: customerId }, sql`from asked`)}
    )
    select count(*) as count from asked`,
    Written,
  );
  return written?.count === 1;
}
