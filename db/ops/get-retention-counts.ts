import { sql } from "drizzle-orm";
import * as z from "zod";
import { CANCEL_REASONS } from "#contracts/billing/retention-offer.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import {
  REFUND_REQUEST_STATES,
  refundRequests,
  retentionOffers,
  subscriptionRequests,
  subscriptions,
} from "#db/schema/billing.ts";
import { isCancelScheduled } from "../billing/subscription-sql.ts";

const reason = z.nullable(z.enum(CANCEL_REASONS));

const RetentionCounts = z.object({
  offers: z.array(
    z.object({
      reason,
      answer: z.nullable(z.enum(["accepted", "declined"])),
      /** Monthly sum of each subscription in the group. */
      monthlyPence: z.int(),
      /** Pending or applied. */
      isOfferApplied: z.boolean(),
      /** Still subscribed, without a cancellation. */
      isStaying: z.boolean(),
      count: z.int(),
    }),
  ),
  ends: z.array(
    z.object({
      reason,
      isResumed: z.boolean(),
      /** Monthly sum of the whole group. */
      monthlyPence: z.int(),
      count: z.int(),
    }),
  ),
  refunds: z.array(
    z.object({ state: z.enum(REFUND_REQUEST_STATES), amountPence: z.int(), count: z.int() }),
  ),
});
export type RetentionCounts = z.infer<typeof RetentionCounts>;

/**
 * A cancellation made at Stripe counts only when it was immediate.
 *
 * @param since ISO 8601
 */
export async function getRetentionCounts(db: Db, since: string): Promise<RetentionCounts> {
  const counts = await oneRowOf(db, RetentionCounts)`with offer as (
    select offer.reason, offer.answer, offer.monthly_pence,
      -- Each as a look-up: a join would read all subscriptions for the few of this period.
      offer.answer = 'accepted' is true and (
        select request.state from ${subscriptionRequests} request
        where request.subscription_id = offer.subscription_id and request.kind = 'retention_offer'
          and request.state in ('pending', 'applied')
      ) is not null and not exists (
        -- Accepted again after Stripe refused it.
        select from ${retentionOffers} later
        where later.subscription_id = offer.subscription_id and later.answer = 'accepted'
          and (later.shown_at, later.id) > (offer.shown_at, offer.id)
      ) as is_offer_applied,
      (
        select subscription.is_open and not ${isCancelScheduled(sql`subscription`)}
        from ${subscriptions} subscription where subscription.id = offer.subscription_id
      ) as is_staying
    from ${retentionOffers} offer
    where offer.shown_at >= ${since}::timestamptz
  ), ended as (
    select asked.reason, asked.monthly_pence, exists (
        select from ${subscriptionRequests} later
        where later.subscription_id = asked.subscription_id and later.kind = 'resume' and later.state <> 'rejected'
          and (later.requested_at, later.id) > (asked.requested_at, asked.id)
      ) as is_resumed
    from ${subscriptionRequests} asked
    where asked.kind = 'cancel' and asked.state <> 'rejected' and asked.requested_at >= ${since}::timestamptz
  )
  select coalesce((
      select jsonb_agg(jsonb_build_object('reason', reason, 'answer', answer, 'monthlyPence', monthly_pence,
        'isOfferApplied', is_offer_applied, 'isStaying', is_staying, 'count', count))
      from (
        select offer.*, count(*)::int as count from offer
        group by reason, answer, monthly_pence, is_offer_applied, is_staying
      ) alike
    ), '[]') as offers,
    coalesce((
      select jsonb_agg(jsonb_build_object('reason', reason, 'isResumed', is_resumed, 'monthlyPence', monthly_pence,
        'count', count))
      from (
        select reason, is_resumed, sum(monthly_pence)::int as monthly_pence, count(*)::int as count
        from ended group by reason, is_resumed
      ) alike
    ), '[]') as ends,
    coalesce((
      select jsonb_agg(jsonb_build_object('state', state, 'amountPence', amount_pence, 'count', count))
      from (
        select state, sum(amount_pence)::int as amount_pence, count(*)::int as count
        from ${refundRequests} where requested_at >= ${since}::timestamptz group by state
      ) alike
    ), '[]') as refunds`;
  return counts;
}
