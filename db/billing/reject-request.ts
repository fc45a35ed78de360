import { sql } from "drizzle-orm";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { customers, subscriptionRequests, retentionAcceptances } from "#db/schema/billing.ts";

export type RejectRequest = {
  event: EventOf<"SubscriptionRequestRejected">;
  what: { subscriptionRequestId: string } | { acceptedAt: string };
};

/**
 * Marks a request as rejected by Stripe, once, with its event. From then on Stripe's state is
 * shown.
 */
export async function rejectRequest(db: Db, { event, what }: RejectRequest): Promise<void> {
  const { customerId, subscriptionId } = event.data;
  const at = sql`${event.occurredAt}::timestamptz`;
  const subscriptionRequestId = "subscriptionRequestId" in what ? what.subscriptionRequestId : null;
  const acceptedAt = "acceptedAt" in what ? what.acceptedAt : null;
  await db.execute(sql`with turn as (
      update ${customers} set version = version + 1 where id = ${customerId} returning id
    ), ended as (
      update ${subscriptionRequests} request set state = 'rejected', resolved_at = ${at} from turn
      where request.id = ${subscriptionRequestId} and request.state = 'pending'
      returning request.id
    ), redeemed as (
      update ${retentionAcceptances} redemption set rejected_at = ${at} from turn
      where redemption.subscription_id = ${subscriptionId} and redemption.accepted_at = ${acceptedAt}::timestamptz
        and redemption.applied_at is null and redemption.rejected_at is null
      returning redemption.subscription_id
    )
    ${insertEvent(
      event,
      { type: "customer", id: customerId },
      sql`from (select id from ended union all select subscription_id from redeemed) refused`,
    )}`);
}
