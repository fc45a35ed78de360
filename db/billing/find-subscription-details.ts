import { sql } from "drizzle-orm";
import { z } from "zod";
import { SUBSCRIPTION_STATUSES } from "#contracts/billing/subscription-status.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { Timestamp } from "#db/timestamps.ts";
import {
  customerOwners,
  subscriptionRequests,
  orders,
  REFUND_REQUEST_STATES,
  refundRequests,
  subscriptionItems,
  subscriptions,
  userSubscription,
} from "#db/schema/billing.ts";
import { isRefundGranted, isPaid } from "./guarantee-sql.ts";
import { pendingPromisedEndAt } from "./pending-cancellation-sql.ts";
import type { UserRows, UserRowsQuery } from "./list-user-rows.ts";

/** The discounts of a subscription's row. */
export const StoredDiscounts = z.array(
  z.object({
    couponId: z.nullable(z.string()),
    percentOff: z.nullable(z.number()),
    endsAt: z.nullable(Timestamp),
  }),
);

/** Timestamps are ISO 8601. */
const SubscriptionDetailsRow = z.object({
  subscription_id: z.string(),
  subscription_status: z.enum(SUBSCRIPTION_STATUSES),
  price_id: z.nullable(z.string()),
  current_period_end: z.nullable(Timestamp),
  is_ending: z.boolean(),
  /** The end promised by a pending cancellation. */
  promised_end_at: z.nullable(Timestamp),
  cancel_at: z.nullable(Timestamp),
  ended_at: z.nullable(Timestamp),
  is_duplicate: z.boolean(),
  /** The pending cancellation or resumption. */
  pending_action: z.nullable(z.enum(["cancel", "resume"])),
  accepted_offer: z.nullable(z.enum(["pending", "applied"])),
  /** The plan first. */
  items: z.array(
    z.object({ price_id: z.nullable(z.string()), amount_pence: z.int(), quantity: z.int() }),
  ),
  discounts: StoredDiscounts,
  scheduled: z.nullable(z.object({ priceIds: z.array(z.string()), at: Timestamp })),
  awaiting: z.nullable(z.object({ priceIds: z.array(z.string()), expiresAt: Timestamp })),
  /** Pence that Stripe will still collect for the running period; null for none. */
  renewal_pence: z.nullable(z.int()),
  first_paid_at: z.nullable(Timestamp),
  refund_request: z.nullable(z.enum(REFUND_REQUEST_STATES)),
  /** Whether another subscription of the user was refunded or is about to be. */
  is_guarantee_used: z.boolean(),
});
export type SubscriptionDetailsRow = z.infer<typeof SubscriptionDetailsRow>;

const OwnDetails = z.object({
  is_session_valid: z.boolean(),
  unclaimed: z.array(z.string()),
  rows: z.array(SubscriptionDetailsRow),
});

/**
 * Finds the details of a user's subscription: the open one, else the newest.
 *
 * @returns null when the session has ended
 */
export async function findSubscriptionDetails(
  db: Db,
  reader: UserRowsQuery,
): Promise<UserRows<SubscriptionDetailsRow> | null> {
  const [found] = await rowsOf(
    db,
    sql`with own as (
      select own.subscription_id, own.subscription_status, own.price_id, subscription.current_period_end,
        own.cancel_at_period_end as is_ending,
        ${pendingPromisedEndAt(sql`subscription`)} as promised_end_at, subscription.cancel_at, subscription.ended_at,
        subscription.duplicate_of is not null as is_duplicate,
        (
          select request.kind from ${subscriptionRequests} request
          where request.subscription_id = own.subscription_id and request.state = 'pending' and request.kind <> 'retention_offer'
        ) as pending_action,
        (
          select request.state from ${subscriptionRequests} request
          where request.subscription_id = own.subscription_id and request.kind = 'retention_offer'
            and request.state in ('pending', 'applied')
        ) as accepted_offer,
        coalesce((
          select json_agg(
            json_build_object('price_id', item.price_id, 'amount_pence', item.amount_pence, 'quantity', item.quantity)
            order by item.price_id is distinct from own.price_id, item.price_id, item.id
          ) from ${subscriptionItems} item where item.subscription_id = own.subscription_id
        ), '[]') as items,
        subscription.discounts, subscription.scheduled, subscription.awaiting, subscription.renewal_pence,
        (
          select min(paid.ordered_at) from ${orders} paid
          where paid.subscription_id = own.subscription_id and ${isPaid(sql`paid`)}
        ) as first_paid_at,
        (
          select request.state from ${refundRequests} request where request.subscription_id = own.subscription_id
        ) as refund_request,
        exists (
          select from ${refundRequests} request
          where request.subscription_id <> own.subscription_id and ${isRefundGranted(sql`request`, reader.userId)}
        ) as is_guarantee_used
      from ${userSubscription} own join ${subscriptions} subscription on subscription.id = own.subscription_id
      where own.user_id = ${reader.userId}::uuid
    )
    select ${isValidSession(reader, reader.at)} as is_session_valid,
      coalesce((
        select json_agg(customer_id) from ${customerOwners} where user_id = ${reader.userId}::uuid and not is_claimed
      ), '[]') as unclaimed,
      coalesce((select json_agg(own) from own), '[]') as rows`,
    OwnDetails,
  );
  return found === undefined || !found.is_session_valid ? null : found;
}
