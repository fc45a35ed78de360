import { type SQL, sql } from "drizzle-orm";
import { retentionOffers } from "#db/schema/billing.ts";

/**
 * CTE `answered` that stores the answer to the offer shown last.
 *
 * @param at ISO 8601
 * @param from one row writes the answer, none leaves it
 */
export function recordOfferAnswer(
  subscriptionId: string,
  answer: "accepted" | "declined",
  at: string,
  from: SQL,
): SQL {
  return sql`answered as (
      update ${retentionOffers} offer set answer = ${answer}, answered_at = ${at}::timestamptz ${from}
      where offer.id = (
        select seen.id from ${retentionOffers} seen
        where seen.subscription_id = ${subscriptionId} and seen.answer is null
        order by seen.shown_at desc, seen.id desc limit 1
      )
    )`;
}
