import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { CancelReason } from "#contracts/billing/retention-offer.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Id } from "#contracts/ids.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { subscriptionRequests } from "#db/schema/billing.ts";
import { recordOfferAnswer } from "./record-offer-answer.ts";
import { lockCustomerVersion } from "./lock-customer-version.ts";

export type CreateSubscriptionRequest = {
  id: Id<"subscriptionRequest">;
  /** The customer's version when the decision was made. */
  version: number;
  userId: string;
  event: EventOf<"SubscriptionCancelled"> | EventOf<"SubscriptionResumed">;
  reason: CancelReason | null;
  feedback: string | null;
  declinedOffer: boolean;
};

const Asked = z.object({ is_version_current: z.boolean() });

/**
 * Records a cancellation or resumption with its event. A pending earlier one becomes superseded.
 *
 * @returns false on a version conflict
 */
export async function createSubscriptionRequest(
  db: Db,
  input: CreateSubscriptionRequest,
): Promise<boolean> {
  const { event } = input;
  const { customerId, subscriptionId, amountPence } = event.data;
  const { occurredAt: at } = event;
  const [asked] = await rowsOf(
    db,
    sql`with ${lockCustomerVersion({ customerId, version: input.version })}, ${insertSubscriptionRequest(
      {
        id: input.id,
        subscriptionId,
        userId: input.userId,
        action: event.type === "SubscriptionCancelled" ? "cancel" : "resume",
        reason: input.reason,
        feedback: input.feedback,
        declinedOffer: input.declinedOffer,
        monthlyPence: amountPence,
        at,
      },
      sql`from turn`,
    )}, ${recordOfferAnswer(subscriptionId, "declined", at, sql`from (select from turn where ${input.declinedOffer}::boolean) declined`)},
    event as (
      ${insertEvent(event, { type: "customer", id: customerId }, sql`from turn`)}
    )
    select exists (select from turn) as is_version_current`,
    Asked,
  );
  return asked?.is_version_current === true;
}

/**
 * CTEs `superseded` and `asked` that put a new request in place of the pending one.
 *
 * @param from one row writes the request, none leaves everything as it is
 */
export function insertSubscriptionRequest(
  given: {
    id: Id<"subscriptionRequest">;
    subscriptionId: string;
    userId: string;
    action: "cancel" | "resume";
    reason: CancelReason | null;
    feedback: string | null;
    declinedOffer: boolean;
    monthlyPence: number;
    at: string;
  },
  from: SQL,
): SQL {
  const at = sql`${given.at}::timestamptz`;
  return sql`superseded as (
      update ${subscriptionRequests} request set state = 'superseded', resolved_at = ${at}
      where request.subscription_id = ${given.subscriptionId} and request.state = 'pending' and exists (select ${from})
      returning request.id
    ), asked as (
      insert into ${subscriptionRequests} (
        id, subscription_id, user_id, action, reason, feedback, declined_offer, monthly_pence, state, requested_at
      ) select ${given.id}, ${given.subscriptionId}, ${given.userId}::uuid, ${given.action}, ${given.reason},
        ${given.feedback}, ${given.declinedOffer}::boolean, ${given.monthlyPence}::int, 'pending', ${at}
      ${from}
      -- After what it supersedes: only one is pending at a time.
      where (select count(*) from superseded) >= 0
    )`;
}
