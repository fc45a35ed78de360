import { sql } from "drizzle-orm";
import { z } from "zod";
import { CANCEL_REASONS } from "#contracts/billing/retention-offer.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { Timestamp } from "#db/timestamps.ts";
import {
  subscriptionRequests,
  retentionAcceptances,
  subscriptionItems,
  subscriptions,
} from "#db/schema/billing.ts";
import { promisedEndAt } from "./pending-cancellation-sql.ts";

const OpenRequests = z.object({
  /** The newest cancellation or resumption, if pending or rejected. */
  end: z.nullable(
    z.object({
      id: z.string(),
      action: z.enum(["cancel", "resume"]),
      reason: z.nullable(z.enum(CANCEL_REASONS)),
      feedback: z.nullable(z.string()),
      requested_at: Timestamp,
      /** The end promised to the user; null when its event is deleted. */
      promised_end_at: z.nullable(Timestamp),
      rejected_at: z.nullable(Timestamp),
    }),
  ),
  /** The acceptance that Stripe has not confirmed. */
  discount: z.nullable(z.object({ accepted_at: Timestamp, rejected_at: z.nullable(Timestamp) })),
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
  const [wanted] = await rowsOf(
    db,
    sql`select (
        select jsonb_build_object('id', newest.id, 'action', newest.action, 'reason', newest.reason,
          'feedback', newest.feedback, 'requested_at', newest.requested_at,
          'promised_end_at', ${promisedEndAt(sql`newest`, sql`subscription`)}, 'rejected_at', case when newest.state = 'rejected' then newest.resolved_at end)
        from (
          select * from ${subscriptionRequests} request where request.subscription_id = subscription.id
          order by request.state = 'pending' desc, request.requested_at desc, request.id desc limit 1
        ) newest
        where newest.state in ('pending', 'rejected')
      ) as end, (
        select jsonb_build_object('accepted_at', redemption.accepted_at, 'rejected_at', redemption.rejected_at)
        from ${retentionAcceptances} redemption
        where redemption.subscription_id = subscription.id and redemption.applied_at is null
      ) as discount,
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
  return wanted ?? null;
}
