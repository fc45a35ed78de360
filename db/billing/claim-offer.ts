import { sql } from "drizzle-orm";
import { z } from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Id } from "#contracts/ids.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { retentionRedemptions } from "#db/schema/billing.ts";
import { answerOffer } from "./answer-offer.ts";
import { newEndRequest } from "./request-end.ts";
import { takeTurn } from "./take-turn.ts";

export type ClaimOffer = {
  /** Says in `resumes` whether an end that is set is taken back with it. */
  event: EventOf<"RetentionApplied">;
  /** The customer's when it was decided. */
  version: number;
  userId: string;
  /** UUID made by the browser that claims. */
  claimKey: string;
  /** Of the answer that takes an end back. */
  endRequestId: Id<"endRequest">;
  /** How long the relay leaves the event to the edge's own publishing, in milliseconds. */
  graceMs: number;
};

const Claimed = z.object({ is_claimed: z.boolean() });

/**
 * Writes that the owner of a subscription takes the offer to stay, once for each subscription, with its event in the same
 * statement. One that the provider refused counts as not taken.
 *
 * @returns false when somebody else wrote first or it is taken, and nothing was written
 */
export async function claimOffer(db: Db, input: ClaimOffer): Promise<boolean> {
  const { event, version } = input;
  const { customerId, subscriptionId, amountPence, resumes } = event.data;
  const { occurredAt: at } = event;
  const [claimed] = await rowsOf(
    db,
    sql`with ${takeTurn({ customerId, version })}, redeemed as (
      insert into ${retentionRedemptions} as earlier (subscription_id, claim_key, claimed_at)
      select ${subscriptionId}, ${input.claimKey}::uuid, ${at}::timestamptz from turn
      on conflict (subscription_id) do update set
        claim_key = excluded.claim_key, claimed_at = excluded.claimed_at, refused_at = null
      where earlier.refused_at is not null
      returning subscription_id
    ), ${newEndRequest(
      {
        id: input.endRequestId,
        subscriptionId,
        userId: input.userId,
        wants: "stay",
        reason: null,
        feedback: null,
        declinedOffer: false,
        monthlyPence: amountPence,
        at,
      },
      sql`from (select from redeemed where ${resumes}::boolean) resuming`,
    )}, ${answerOffer(subscriptionId, "claimed", at, sql`from redeemed`)}, event as (
      ${insertEvent(event, { type: "customer", id: customerId }, input.graceMs, sql`from redeemed`)}
    )
    select exists (select from redeemed) as is_claimed`,
    Claimed,
  );
  return claimed?.is_claimed === true;
}
