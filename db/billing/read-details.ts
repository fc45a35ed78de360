import { sql } from "drizzle-orm";
import { z } from "zod";
import { SUBSCRIPTION_STATUSES } from "#contracts/billing/statuses.ts";
import { isLiveSession } from "#db/auth/live-session.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { Moment } from "#db/moments.ts";
import {
  customerOwners,
  endRequests,
  orders,
  REFUND_REQUEST_STATES,
  refundRequests,
  retentionRedemptions,
  subscriptionItems,
  subscriptions,
  userSubscription,
} from "#db/schema/billing.ts";
import { isGranted, isPaid } from "./guarantee.ts";
import { pendingToldEnd } from "./is-ending.ts";
import type { Own, Reader } from "./read-own.ts";

/** The discounts of a subscription's row. */
export const StoredDiscounts = z.array(
  z.object({
    couponId: z.nullable(z.string()),
    percentOff: z.nullable(z.number()),
    endsAt: z.nullable(Moment),
  }),
);

/** Moments as JSON has them are ISO 8601, those of snapshots in UTC. */
const KeptDetails = z.object({
  subscription_id: z.string(),
  subscription_status: z.enum(SUBSCRIPTION_STATUSES),
  price_id: z.nullable(z.string()),
  current_period_end: z.nullable(Moment),
  /** Whether its end is set, by what its owner said last. */
  is_ending: z.boolean(),
  /** The end that they were told of and that the provider has still to be told of. */
  told_end: z.nullable(Moment),
  /** The end that is set there. */
  cancel_at: z.nullable(Moment),
  ended_at: z.nullable(Moment),
  is_duplicate: z.boolean(),
  /** What its owner said of its end and the provider has still to be told. */
  pending_end: z.nullable(z.enum(["end", "stay"])),
  redemption: z.nullable(z.enum(["pending", "applied", "refused"])),
  /** The plan first. */
  items: z.array(
    z.object({ price_id: z.nullable(z.string()), amount_pence: z.int(), quantity: z.int() }),
  ),
  discounts: StoredDiscounts,
  scheduled: z.nullable(z.object({ priceIds: z.array(z.string()), at: Moment })),
  awaiting: z.nullable(z.object({ priceIds: z.array(z.string()), expiresAt: Moment })),
  /** What is still to be taken for the period that runs; null where nothing is. */
  renewal_pence: z.nullable(z.int()),
  first_paid_at: z.nullable(Moment),
  /** How far their wish to have the money for it back has come. */
  refund_request: z.nullable(z.enum(REFUND_REQUEST_STATES)),
  /** Whether they have the money for another one back, or are about to. */
  is_guarantee_used: z.boolean(),
});
export type KeptDetails = z.infer<typeof KeptDetails>;

const OwnDetails = z.object({
  is_live: z.boolean(),
  unclaimed: z.array(z.string()),
  rows: z.array(KeptDetails),
});

/**
 * Reads all that is kept of a person's own subscription, the living one or else the latest, in one statement.
 *
 * @returns null when their session has ended; else one row or none
 */
export async function readOwnDetails(db: Db, reader: Reader): Promise<Own<KeptDetails> | null> {
  const [found] = await rowsOf(
    db,
    sql`with own as (
      select own.subscription_id, own.subscription_status, own.price_id, subscription.current_period_end,
        own.cancel_at_period_end as is_ending,
        ${pendingToldEnd(sql`subscription`)} as told_end, subscription.cancel_at, subscription.ended_at,
        subscription.duplicate_of is not null as is_duplicate,
        (
          select request.wants from ${endRequests} request
          where request.subscription_id = own.subscription_id and request.state = 'pending'
        ) as pending_end,
        (
          select case when redemption.refused_at is not null then 'refused'
            when redemption.applied_at is not null then 'applied' else 'pending' end
          from ${retentionRedemptions} redemption where redemption.subscription_id = own.subscription_id
        ) as redemption,
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
          where request.subscription_id <> own.subscription_id and ${isGranted(sql`request`, reader.userId)}
        ) as is_guarantee_used
      from ${userSubscription} own join ${subscriptions} subscription on subscription.id = own.subscription_id
      where own.user_id = ${reader.userId}::uuid
    )
    select ${isLiveSession(reader, reader.at)} as is_live,
      coalesce((
        select json_agg(customer_id) from ${customerOwners} where user_id = ${reader.userId}::uuid and not is_claimed
      ), '[]') as unclaimed,
      coalesce((select json_agg(own) from own), '[]') as rows`,
    OwnDetails,
  );
  return found === undefined || !found.is_live ? null : found;
}
