import { sql } from "drizzle-orm";
import { z } from "zod";
import { CANCEL_REASONS } from "#contracts/billing/retention-offer.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { Timestamp } from "#db/timestamps.ts";
import {
  SUBSCRIPTION_REQUEST_KINDS,
  subscriptionItems,
  subscriptionRequests,
  subscriptions,
} from "#db/schema/billing.ts";
import { promisedEndAt } from "../pending-cancellation-sql.ts";

const OpenRequest = z.object({
  id: z.string(),
  kind: z.enum(SUBSCRIPTION_REQUEST_KINDS),
  reason: z.nullable(z.enum(CANCEL_REASONS)),
  feedback: z.nullable(z.string()),
  requested_at: Timestamp,
  /** The end promised to the user; null when its event is deleted. */
  promised_end_at: z.nullable(Timestamp),
  is_rejected: z.boolean(),
});
export type OpenRequest = z.infer<typeof OpenRequest>;

const OpenRequests = z.object({
  /** The newest cancellation or resumption, then the newest offer: each if pending or rejected. */
  requests: z.array(OpenRequest),
  /** The plan first, then the add-ons. */
  price_ids: z.array(z.string()),
  monthly_pence: z.int(),
  current_period_end: z.nullable(Timestamp),
});
export type OpenRequests = z.infer<typeof OpenRequests>;

/**
 * Finds the subscription's requests that Stripe does not have yet, or has rejected.
 *
 * @returns null for a subscription that is not ours
 */
export async function findOpenRequests(
  db: Db,
  subscriptionId: string,
): Promise<OpenRequests | null> {
  const [found] = await rowsOf(
    db,
    sql`select coalesce((
        select jsonb_agg(jsonb_build_object('id', newest.id, 'kind', newest.kind, 'reason', newest.reason,
          'feedback', newest.feedback, 'requested_at', newest.requested_at,
          'promised_end_at', ${promisedEndAt(sql`newest`, sql`subscription`)}, 'is_rejected', newest.state = 'rejected')
          order by newest.kind = 'retention_offer')
        from (
          select distinct on (request.kind = 'retention_offer') request.* from ${subscriptionRequests} request
          where request.subscription_id = subscription.id
          order by request.kind = 'retention_offer', request.state = 'pending' desc, request.requested_at desc,
            request.id desc
        ) newest
        where newest.state in ('pending', 'rejected')
      ), '[]') as requests,
      to_jsonb(array_remove(array_prepend(subscription.price_id, array(
        select item.price_id from ${subscriptionItems} item
        where item.subscription_id = subscription.id and item.price_id is distinct from subscription.price_id
        order by item.price_id
      )), null)) as price_ids,
      coalesce((
        select sum(item.amount_pence * item.quantity)::int from ${subscriptionItems} item
        where item.subscription_id = subscription.id
      ), 0) as monthly_pence, subscription.current_period_end
      from ${subscriptions} subscription where subscription.id = ${subscriptionId}`,
    OpenRequests,
  );
  return found ?? null;
}
