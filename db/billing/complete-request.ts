import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { customers, subscriptionRequests, retentionAcceptances } from "#db/schema/billing.ts";

export type CompleteRequest = {
  customerId: string;
  subscriptionId: string;
  /** The answer about the end that the provider knows now; null for none. */
  subscriptionRequestId: string | null;
  /** When the offer was claimed of which nothing has to be told any more, ISO 8601; null for none. */
  acceptedAt: string | null;
  /** Whether the provider gives it; not where its owner has ended the subscription since they took it. */
  isOfferApplied: boolean;
  /** ISO 8601. */
  at: string;
};

/**
 * Writes that the provider knows what the owner of a subscription said, or need not know it any more. What they have said since stays to be told. A
 * reading of the provider that began before is not kept: it would take as told by somebody else what we told.
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
