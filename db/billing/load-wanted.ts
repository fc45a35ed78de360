import { sql } from "drizzle-orm";
import { z } from "zod";
import { CANCEL_REASONS } from "#contracts/billing/retention.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { Moment } from "#db/moments.ts";
import {
  endRequests,
  retentionRedemptions,
  subscriptionItems,
  subscriptions,
} from "#db/schema/billing.ts";
import { toldEnd } from "./is-ending.ts";

const Wanted = z.object({
  /** What its owner said last of its end, while the provider does not know it or has refused it. */
  end: z.nullable(
    z.object({
      id: z.string(),
      wants: z.enum(["end", "stay"]),
      reason: z.nullable(z.enum(CANCEL_REASONS)),
      feedback: z.nullable(z.string()),
      asked_at: Moment,
      /** The end that they were told of when they asked for one; null where nobody knows it any more. */
      told_end: z.nullable(Moment),
      refused_at: z.nullable(Moment),
    }),
  ),
  /** The offer to stay, claimed and not confirmed by the provider. */
  discount: z.nullable(z.object({ claimed_at: Moment, refused_at: z.nullable(Moment) })),
  /** The plan first, then the add-ons. */
  price_ids: z.array(z.string()),
  monthly_pence: z.int(),
  current_period_end: z.nullable(Moment),
});
export type Wanted = z.infer<typeof Wanted>;

/**
 * Reads what the owner of a subscription said and the provider has still to be told, or has refused.
 *
 * @returns null for a subscription that is not ours
 */
export async function loadWanted(db: Db, subscriptionId: string): Promise<Wanted | null> {
  const [wanted] = await rowsOf(
    db,
    sql`select (
        select jsonb_build_object('id', newest.id, 'wants', newest.wants, 'reason', newest.reason,
          'feedback', newest.feedback, 'asked_at', newest.asked_at,
          'told_end', ${toldEnd(sql`newest`, sql`subscription`)}, 'refused_at', case when newest.state = 'refused' then newest.settled_at end)
        from (
          select * from ${endRequests} request where request.subscription_id = subscription.id
          order by request.state = 'pending' desc, request.asked_at desc, request.id desc limit 1
        ) newest
        where newest.state in ('pending', 'refused')
      ) as end, (
        select jsonb_build_object('claimed_at', redemption.claimed_at, 'refused_at', redemption.refused_at)
        from ${retentionRedemptions} redemption
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
    Wanted,
  );
  return wanted ?? null;
}
