import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { customers, endRequests, retentionRedemptions } from "#db/schema/billing.ts";

export type SettleWanted = {
  customerId: string;
  subscriptionId: string;
  /** The answer about the end that the provider knows now; null for none. */
  endRequestId: string | null;
  /** When the offer was claimed of which nothing has to be told any more, ISO 8601; null for none. */
  claimedAt: string | null;
  /** Whether the provider gives it; not where its owner has ended the subscription since they took it. */
  isGiven: boolean;
  /** ISO 8601. */
  at: string;
};

/**
 * Writes that the provider knows what the owner of a subscription said, or need not know it any more. What they have said since stays to be told. A
 * reading of the provider that began before is not kept: it would take as told by somebody else what we told.
 */
export async function settleWanted(db: Db, input: SettleWanted): Promise<void> {
  const at = sql`${input.at}::timestamptz`;
  await db.execute(sql`with turn as (
      update ${customers} set version = version + 1 where id = ${input.customerId} returning id
    ), ended as (
      update ${endRequests} request set state = 'applied', settled_at = ${at} from turn
      where request.id = ${input.endRequestId} and request.state in ('pending', 'refused')
    )
    update ${retentionRedemptions} redemption set
      applied_at = case when ${input.isGiven}::boolean then ${at} end,
      refused_at = case when ${input.isGiven}::boolean then null else ${at} end
    from turn
    where redemption.subscription_id = ${input.subscriptionId} and redemption.claimed_at = ${input.claimedAt}::timestamptz
      and redemption.applied_at is null`);
}
