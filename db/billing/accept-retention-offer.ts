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
  /** `resumes` says whether a cancellation is taken back with it. */
  event: EventOf<"RetentionApplied">;
  /** The customer's version when the decision was made. */
  version: number;
  userId: string;
  /** Idempotency key of the browser. */
  acceptKey: string;
  subscriptionRequestId: Id<"subscriptionRequest">;
};

const Claimed = z.object({ is_claimed: z.boolean() });

/**
 * Records that a user accepts the retention offer, once per subscription, with its event. An
 * acceptance that Stripe rejected does not count.
 *
 * @returns false on a version conflict or when it is already accepted
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
      ${insertEvent(event, { type: "customer", id: customerId }, sql`from redeemed`)}
    )
    select exists (select from redeemed) as is_claimed`,
    Claimed,
  );
  return claimed?.is_claimed === true;
}
