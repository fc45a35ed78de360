import { type SQL, sql } from "drizzle-orm";
import { retentionOffers } from "#db/schema/billing.ts";

/**
 * The part of a verb's statement, called `answered`, that keeps what somebody answered to the offer that they saw last.
 *
 * @param at the moment, ISO 8601
 * @param from where the answer is given once for each row, for example `from redeemed`
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
