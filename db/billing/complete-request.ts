import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { customers, subscriptionRequests, retentionAcceptances } from "#db/schema/billing.ts";

export type CompleteRequest = {
  customerId: string;
  subscriptionId: string;
  /** The cancellation or resumption that Stripe has now; null for none. */
  subscriptionRequestId: string | null;
  /** ISO 8601 of the acceptance that is done with; null for none. */
  acceptedAt: string | null;
  /** False when the subscription ended before the offer reached Stripe. */
  isOfferApplied: boolean;
  at: string;
};

/**
 * Marks the requests as applied or superseded. Bumps the customer's version, so that a sync that
 * read Stripe before is discarded. Newer requests stay pending.
 */
export async function completeRequest(db: Db, input: CompleteRequest): Promise<void> {
  const at = sql`${input.at}::timestamptz`;
  await db.execute(sql`with turn as (
      update ${customers} set version = version + 1 where id = ${input.customerId} returning id
    ), ended as (
      update ${subscriptionRequests} request set state = 'applied', resolved_at = ${at} from turn
      where request.id = ${input.subscriptionRequestId} and request.state in ('pending', 'rejected')
    )
    update ${retentionAcceptances} redemption set
      applied_at = case when ${input.isOfferApplied}::boolean then ${at} end,
      rejected_at = case when ${input.isOfferApplied}::boolean then null else ${at} end
    from turn
    where redemption.subscription_id = ${input.subscriptionId} and redemption.accepted_at = ${input.acceptedAt}::timestamptz
      and redemption.applied_at is null`);
}
