import { sql } from "drizzle-orm";
import { z } from "zod";
import { CANCEL_REASONS } from "#contracts/billing/retention.ts";
import { SUBSCRIPTION_STATUSES } from "#contracts/billing/statuses.ts";
import { isLiveSession } from "#db/auth/live-session.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { Moment } from "#db/moments.ts";
import {
  customerOwners,
  customers,
  endRequests,
  retentionOffers,
  retentionRedemptions,
  subscriptionItems,
  subscriptions,
} from "#db/schema/billing.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { isEnding, pendingToldEnd } from "./is-ending.ts";
import type { Reader } from "./read-own.ts";

/** How long an offer that was not answered is the same showing, in hours. */
export const OFFER_STANDS_H = 24;

const OwnSubscription = z.object({
  id: z.string(),
  customer_id: z.string(),
  /** The customer's: what is decided by this reading is written under it. */
  version: z.int(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  /** Paid for beside another one, and on its way out. */
  is_duplicate: z.boolean(),
  /** The plan's, as the catalogue names it. */
  price_id: z.nullable(z.string()),
  /** The plan first, then the add-ons. */
  price_ids: z.array(z.string()),
  monthly_pence: z.int(),
  current_period_end: z.nullable(Moment),
  /** Whether an end is set. What its owner said last holds, also before the provider was told. */
  is_ending: z.boolean(),
  ends_at: z.nullable(Moment),
  /** What comes off its payments. */
  discounts: z.array(z.object({ percentOff: z.nullable(z.number()), endsAt: z.nullable(Moment) })),
  /** What it becomes when the period ends, where that was chosen. */
  scheduled: z.nullable(z.object({ priceIds: z.array(z.string()) })),
  /** What is still to be taken for the period that runs; null where nothing is. */
  renewal_pence: z.nullable(z.int()),
  /** Whether a change that was booked went with the end that was asked for last. */
  has_lost_change: z.boolean(),
  redemption: z.nullable(z.object({ claim_key: z.nullable(z.string()), is_refused: z.boolean() })),
  /** The offer to stay as it was shown lately and is not answered yet. */
  open_offer: z.nullable(z.object({ reason: z.nullable(z.enum(CANCEL_REASONS)) })),
});
export type OwnSubscription = z.infer<typeof OwnSubscription>;

const Found = z.object({ is_live: z.boolean(), subscription: z.nullable(OwnSubscription) });

/**
 * Reads a subscription of a person's own, as far as they can end it or stay.
 *
 * @param subscriptionId null for the one that lives, else the latest
 * @returns `is_live` false when their session has ended; no subscription where it is not theirs, or there is none
 */
export async function loadOwnSubscription(
  db: Db,
  reader: Reader,
  subscriptionId: string | null,
): Promise<z.infer<typeof Found>> {
  const [found] = await rowsOf(
    db,
    sql`select ${isLiveSession(reader, reader.at)} as is_live, (
      select to_jsonb(own) from (
        select subscription.id, subscription.customer_id, customer.version, subscription.status,
          subscription.duplicate_of is not null as is_duplicate, subscription.price_id,
          to_jsonb(array_remove(array_prepend(subscription.price_id, item.addons), null)) as price_ids,
          coalesce(item.monthly_pence, 0) as monthly_pence, subscription.current_period_end, ending.is_ending,
          case when ending.is_ending
            then coalesce(${pendingToldEnd(sql`subscription`)}, subscription.cancel_at, subscription.current_period_end)
          end as ends_at, subscription.discounts, subscription.scheduled, subscription.renewal_pence, exists (
            select from ${outboxEvents} event
            where event.aggregate_id = customer.id and event.type = 'SubscriptionChangeWithdrawn'
              and event.payload->>'subscriptionId' = subscription.id and event.occurred_at >= (
                select max(request.asked_at) from ${endRequests} request
                where request.subscription_id = subscription.id and request.wants = 'end'
              )
          ) as has_lost_change,
          (
            select jsonb_build_object('claim_key', redemption.claim_key, 'is_refused', redemption.refused_at is not null)
            from ${retentionRedemptions} redemption where redemption.subscription_id = subscription.id
          ) as redemption,
          (
            select jsonb_build_object('reason', offer.reason) from ${retentionOffers} offer
            where offer.subscription_id = subscription.id and offer.answer is null
              and offer.shown_at > ${reader.at}::timestamptz - ${OFFER_STANDS_H}::int * interval '1 hour'
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
        cross join lateral (select ${isEnding(sql`subscription`)} as is_ending) ending
        where owner.user_id = ${reader.userId}::uuid
          and (${subscriptionId}::text is null or subscription.id = ${subscriptionId})
        order by subscription.status in ('canceled', 'incomplete_expired'), subscription.duplicate_of is not null,
          subscription.created_at desc
        limit 1
      ) own
    ) as subscription`,
    Found,
  );
  if (found === undefined) throw new Error("Bug: a select without a table returned no row");
  return found;
}
