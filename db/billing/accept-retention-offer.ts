import { sql } from "drizzle-orm";
import { z } from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Id } from "#contracts/ids.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { retentionAcceptances } from "#db/schema/billing.ts";
import { recordOfferAnswer } from "./record-offer-answer.ts";
import { insertSubscriptionRequest } from "./request-cancellation.ts";
import { lockCustomerVersion } from "./lock-customer-version.ts";

export type AcceptOffer = {
  /** Says in `resumes` whether an end that is set is taken back with it. */
  event: EventOf<"RetentionApplied">;
  /** The customer's when it was decided. */
  version: number;
  userId: string;
  /** UUID made by the browser that claims. */
  acceptKey: string;
  /** Of the answer that takes an end back. */
  subscriptionRequestId: Id<"subscriptionRequest">;
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
export async function acceptOffer(db: Db, input: AcceptOffer): Promise<boolean> {
  const { event, version } = input;
  const { customerId, subscriptionId, amountPence, resumes } = event.data;
  const { occurredAt: at } = event;
  const [claimed] = await rowsOf(
    db,
    sql`with ${lockCustomerVersion({ customerId, version })}, redeemed as (
      insert into ${retentionAcceptances} as earlier (subscription_id, accept_key, accepted_at)
      select ${subscriptionId}, ${input.acceptKey}::uuid, ${at}::timestamptz from turn
      on conflict (subscription_id) do update set
        accept_key = excluded.accept_key, accepted_at = excluded.accepted_at, rejected_at = null
      where earlier.rejected_at is not null
      returning subscription_id
    ), ${insertSubscriptionRequest(
      {
        id: input.subscriptionRequestId,
        subscriptionId,
        userId: input.userId,
        action: "resume",
        reason: null,
        feedback: null,
        declinedOffer: false,
        monthlyPence: amountPence,
        at,
      },
      sql`from (select from redeemed where ${resumes}::boolean) resuming`,
    )}, ${recordOfferAnswer(subscriptionId, "accepted", at, sql`from redeemed`)}, event as (
      ${insertEvent(event, { type: "customer", id: customerId }, input.graceMs, sql`from redeemed`)}
    )
    select exists (select from redeemed) as is_claimed`,
    Claimed,
  );
  return claimed?.is_claimed === true;
}
