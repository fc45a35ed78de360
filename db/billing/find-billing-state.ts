import { sql } from "drizzle-orm";
import { z } from "zod";
import { SUBSCRIPTION_STATUSES } from "#contracts/billing/subscription-status.ts";
import { type Db, rowsOf } from "#db/client.ts";
import {
  checkoutSessions,
  customerOwners,
  customers,
  subscriptionRequests,
  orders,
  subscriptionItems,
  subscriptions,
  stripeEvents,
} from "#db/schema/billing.ts";

const SavedBillingState = z.object({
  version: z.int(),
  /** Null for a guest without a matching account. */
  user_id: z.nullable(z.string()),
  is_claimed: z.boolean(),
  email: z.nullable(z.string()),
  /** The database's clock when this was read, as text. */
  as_of: z.string(),
  /** Whether a sync has already read Stripe after this Stripe event. */
  is_current: z.boolean(),
  subscriptions: z.array(
    z.object({
      id: z.string(),
      status: z.enum(SUBSCRIPTION_STATUSES),
      price_ids: z.array(z.string()),
      cancel_at_period_end: z.boolean(),
      /** The pending cancellation or resumption. */
      pending_action: z.nullable(z.enum(["cancel", "resume"])),
      scheduled: z.nullable(z.object({ at: z.string(), priceIds: z.array(z.string()) })),
      duplicate_of: z.nullable(z.string()),
    }),
  ),
  /** Checkout sessions with consent to conversion reports. */
  consented_checkouts: z.array(z.string()),
  /** Order id → refunded pence. */
  refunded: z.record(z.string(), z.int()),
  /** An open subscription of the same user under another customer. */
  elsewhere: z.nullable(z.string()),
});
export type SavedBillingState = z.infer<typeof SavedBillingState>;

/**
 * Reads what is kept of a customer, to be compared with what the provider has.
 *
 * @param stripeEventId what asks for it, or null: whatever was read after it came needs no other reading
 * @returns null for a customer that is not ours
 */
export async function findBillingState(
  db: Db,
  customerId: string,
  stripeEventId: string | null,
): Promise<SavedBillingState | null> {
  const [state] = await rowsOf(
    db,
    sql`select customer.version, customer.email, owner.user_id, coalesce(owner.is_claimed, false) as is_claimed, now()::text as as_of,
        coalesce((
          select customer.synced_at > notification.received_at from ${stripeEvents} notification
          where notification.id = ${stripeEventId}
        ), false) as is_current,
        coalesce((
          select jsonb_agg(jsonb_build_object('id', subscription.id, 'status', subscription.status,
            'cancel_at_period_end', subscription.cancel_at_period_end, 'duplicate_of', subscription.duplicate_of,
            'scheduled', subscription.scheduled, 'pending_action', (
              select request.kind from ${subscriptionRequests} request
              where request.subscription_id = subscription.id and request.state = 'pending' and request.kind <> 'retention_offer'
            ),
            'price_ids', coalesce((
              select jsonb_agg(item.price_id) from ${subscriptionItems} item
              where item.subscription_id = subscription.id and item.price_id is not null
            ), '[]')) order by subscription.id)
          from ${subscriptions} subscription where subscription.customer_id = customer.id
        ), '[]') as subscriptions,
        array(
          select visit.id from ${checkoutSessions} visit
          where visit.customer_id = customer.id and visit.conversion is not null
        ) as consented_checkouts,
        coalesce((
          select jsonb_object_agg(kept.id, kept.refunded_pence) from ${orders} kept where kept.customer_id = customer.id
        ), '{}') as refunded,
        (
          select other.id from ${subscriptions} other
          where other.user_id = owner.user_id and other.customer_id <> customer.id
            and other.is_open and other.duplicate_of is null
          order by other.created_at limit 1
        ) as elsewhere
      from ${customers} customer left join ${customerOwners} owner on owner.customer_id = customer.id
      where customer.id = ${customerId}
      order by owner.user_id limit 1`,
    SavedBillingState,
  );
  return state ?? null;
}
