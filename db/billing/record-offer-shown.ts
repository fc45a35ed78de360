import { sql } from "drizzle-orm";
import type { CancelReason } from "#contracts/billing/retention-offer.ts";
import type { Id } from "#contracts/ids.ts";
import { type Db, hasRow } from "#db/client.ts";
import { retentionOffers } from "#db/schema/billing.ts";
import { lockCustomerVersion, type CustomerVersion } from "./change-customers.ts";
import { OFFER_SHOWN_FOR_H } from "./find-user-subscription.ts";

type RecordOfferShown = CustomerVersion & {
  id: Id<"offer">;
  subscriptionId: string;
  reason: CancelReason | null;
  monthlyPence: number;
  at: string;
};

/**
 * Records that the retention offer was shown; within a day of the last time, on the same row. One
 * statement with the version: two tabs record one row.
 *
 * @returns false on a version conflict
 */
export async function recordOfferShown(db: Db, input: RecordOfferShown): Promise<boolean> {
  const at = sql`${input.at}::timestamptz`;
  return hasRow(db)`with ${lockCustomerVersion(input)}, again as (
    update ${retentionOffers} offer set reason = coalesce(${input.reason}, offer.reason) from locked
    where offer.subscription_id = ${input.subscriptionId} and offer.answer is null
      and offer.shown_at > ${at} - ${OFFER_SHOWN_FOR_H}::int * interval '1 hour'
    returning offer.id
  ), shown as (
    insert into ${retentionOffers} (id, subscription_id, reason, monthly_pence, shown_at)
    select ${input.id}, ${input.subscriptionId}, ${input.reason}, ${input.monthlyPence}::int, ${at} from locked
    where not exists (select from again)
  )
  select 1 from locked`;
}
