import { sql } from "drizzle-orm";
import * as z from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { customerOwners, refundRequests, subscriptions } from "#db/schema/billing.ts";
import type { UserQuery } from "./user-session.ts";

type RequestRefund = {
  user: UserQuery;
  message: string | null;
  event: EventOf<"RefundRequested">;
};

const Requested = z.object({ is_requested: z.boolean() });

/**
 * Saves a refund request with its event. One statement: the subscription may end, or a second click
 * arrive, after it was read.
 *
 * @returns false when it was requested before, or is not the user's
 */
export async function requestRefund(
  db: Db,
  { user, message, event }: RequestRefund,
): Promise<boolean> {
  const { refundRequestId, customerId, subscriptionId, amountPence } = event.data;
  const row = await oneRowOf(
    db,
    sql`with requested as (
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
      ${insertEvent(event, { type: "customer", id: customerId }, sql`from requested`)}
    )
    select exists (select from requested) as is_requested`,
    Requested,
  );
  return row.is_requested;
}
