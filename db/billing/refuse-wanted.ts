import { sql } from "drizzle-orm";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { customers, endRequests, retentionRedemptions } from "#db/schema/billing.ts";

export type RefuseWanted = {
  event: EventOf<"SubscriptionRequestRefused">;
  /** The answer about the end that is refused, or when the offer was claimed that is refused, ISO 8601. */
  what: { endRequestId: string } | { claimedAt: string };
};

/**
 * Writes that the provider refuses for good what the owner of a subscription was promised, once, with its event in the same
 * statement. From then on what the provider has is what is shown.
 */
export async function refuseWanted(db: Db, { event, what }: RefuseWanted): Promise<void> {
  const { customerId, subscriptionId } = event.data;
  const at = sql`${event.occurredAt}::timestamptz`;
  const endRequestId = "endRequestId" in what ? what.endRequestId : null;
  const claimedAt = "claimedAt" in what ? what.claimedAt : null;
  await db.execute(sql`with turn as (
      update ${customers} set version = version + 1 where id = ${customerId} returning id
    ), ended as (
      update ${endRequests} request set state = 'refused', settled_at = ${at} from turn
      where request.id = ${endRequestId} and request.state = 'pending'
      returning request.id
    ), redeemed as (
      update ${retentionRedemptions} redemption set refused_at = ${at} from turn
      where redemption.subscription_id = ${subscriptionId} and redemption.claimed_at = ${claimedAt}::timestamptz
        and redemption.applied_at is null and redemption.refused_at is null
      returning redemption.subscription_id
    )
    ${insertEvent(
      event,
      { type: "customer", id: customerId },
      0,
      sql`from (select id from ended union all select subscription_id from redeemed) refused`,
    )}`);
}
