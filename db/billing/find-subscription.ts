import { sql } from "drizzle-orm";
import { z } from "zod";
import { CANCEL_REASONS } from "#contracts/billing/retention-offer.ts";
import { SUBSCRIPTION_STATUSES } from "#contracts/billing/subscription-status.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { Timestamp } from "#db/timestamps.ts";
import {
  customerOwners,
  customers,
  subscriptionRequests,
  retentionOffers,
  subscriptionItems,
  subscriptions,
} from "#db/schema/billing.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { isCancelScheduled, pendingPromisedEndAt } from "./pending-cancellation-sql.ts";
import type { UserRowsQuery } from "./list-user-rows.ts";

/** An unanswered offer counts as the same showing for this long. */
export const OFFER_SHOWN_FOR_H = 24;

const ManagedSubscription = z.object({
  id: z.string(),
  customer_id: z.string(),
  /** The customer's version, for the optimistic lock. */
  version: z.int(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  is_duplicate: z.boolean(),
  /** Price id of the plan in the catalogue. */
  price_id: z.nullable(z.string()),
  /** The plan first, then the add-ons. */
  price_ids: z.array(z.string()),
  monthly_pence: z.int(),
  current_period_end: z.nullable(Timestamp),
  /** A pending request counts before Stripe knows it. */
  is_ending: z.boolean(),
  ends_at: z.nullable(Timestamp),
  discounts: z.array(
    z.object({ percentOff: z.nullable(z.number()), endsAt: z.nullable(Timestamp) }),
  ),
  scheduled: z.nullable(z.object({ priceIds: z.array(z.string()) })),
  /** Pence that Stripe will still collect for the running period; null for none. */
  renewal_pence: z.nullable(z.int()),
  /** Whether the newest cancellation removed a scheduled change. */
  has_lost_change: z.boolean(),
  /** Pending or applied. */
  accepted_offer: z.nullable(z.object({ idempotency_key: z.nullable(z.string()) })),
  /** The retention offer shown within the last day and not answered. */
  open_offer: z.nullable(z.object({ reason: z.nullable(z.enum(CANCEL_REASONS)) })),
});
export type ManagedSubscription = z.infer<typeof ManagedSubscription>;

const Found = z.object({
  is_session_valid: z.boolean(),
  subscription: z.nullable(ManagedSubscription),
});

/**
 * Reads a subscription of a person's own, as far as they can end it or stay.
 *
 * @param subscriptionId null for the one that lives, else the latest
 * @returns `is_session_valid` false when their session has ended; no subscription where it is not theirs, or there is none
 */
export async function findSubscriptionOfUser(
  db: Db,
  reader: UserRowsQuery,
  subscriptionId: string | null,
): Promise<z.infer<typeof Found>> {
  const [found] = await rowsOf(
    db,
    sql`select ${isValidSession(reader, reader.at)} as is_session_valid, (
      select to_jsonb(own) from (
        select subscription.id, subscription.customer_id, customer.version, subscription.status,
          subscription.duplicate_of is not null as is_duplicate, subscription.price_id,
          to_jsonb(array_remove(array_prepend(subscription.price_id, item.addons), null)) as price_ids,
          coalesce(item.monthly_pence, 0) as monthly_pence, subscription.current_period_end, ending.is_ending,
          case when ending.is_ending
            then coalesce(${pendingPromisedEndAt(sql`subscription`)}, subscription.cancel_at, subscription.current_period_end)
          end as ends_at, subscription.discounts, subscription.scheduled, subscription.renewal_pence, exists (
            select from ${outboxEvents} event
            where event.aggregate_id = customer.id and event.type = 'SubscriptionChangeWithdrawn'
              and event.payload->>'subscriptionId' = subscription.id and event.occurred_at >= (
                select max(request.requested_at) from ${subscriptionRequests} request
                where request.subscription_id = subscription.id and request.kind = 'cancel'
              )
          ) as has_lost_change,
          (
            select jsonb_build_object('idempotency_key', request.idempotency_key) from ${subscriptionRequests} request
            where request.subscription_id = subscription.id and request.kind = 'retention_offer'
              and request.state in ('pending', 'applied')
          ) as accepted_offer,
          (
            select jsonb_build_object('reason', offer.reason) from ${retentionOffers} offer
            where offer.subscription_id = subscription.id and offer.answer is null
              and offer.shown_at > ${reader.at}::timestamptz - ${OFFER_SHOWN_FOR_H}::int * interval '1 hour'
            order by offer.shown_at desc limit 1
          ) as open_offer
        from ${customerOwners} owner
        join ${customers} customer on customer.id = owner.customer_id
        join ${subscriptions} subscription on subscription.customer_id = customer.id
        cross join lateral (
          select sum(part.amount_pence * part.quantity)::int as monthly_pence,
            array_agg(part.price_id order by part.price_id)
              filter (where part.price_id is distinct from subscription.price_id) as addons
          from ${subscriptionItems} part where part.subscription_id = subscription.id
        ) item
        cross join lateral (select ${isCancelScheduled(sql`subscription`)} as is_ending) ending
        where owner.user_id = ${reader.userId}::uuid
          and (${subscriptionId}::text is null or subscription.id = ${subscriptionId})
        order by not subscription.is_open, subscription.duplicate_of is not null, subscription.created_at desc
        limit 1
      ) own
    ) as subscription`,
    Found,
  );
  if (found === undefined) throw new Error("Bug: a select without a table returned no row");
  return found;
}
