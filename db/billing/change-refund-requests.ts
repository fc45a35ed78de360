import { sql } from "drizzle-orm";
import * as z from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { insertEventWithPromises } from "#db/events/insert-event.ts";
import {
  customerOwners,
  customers,
  guaranteeClaims,
  orders,
  refundRequests,
  subscriptions,
} from "#db/schema/billing.ts";
import { mailboxOf } from "#db/schema/mailbox.ts";
import { isDisputed } from "./orders-sql.ts";

type RequestRefund = {
  user: CurrentUserAt;
  message: string | null;
  /** Saved for a first claim. */
  approved: EventOf<"RefundApproved">;
  /** Saved for a second claim, which an operator decides. */
  requested: EventOf<"RefundRequested">;
};

const Requested = z.object({ state: z.enum(["asked", "approved"]), isDisputed: z.boolean() });

/**
 * Saves a claim under the money-back guarantee with its event. The first claim of an account, address and card is approved.
 * `refundError` decided on an earlier read: `own` closes the race with an end, a second click and a sign-out since. Of two
 * claims at once by one card, the second waits at the primary key of `guarantee_claims`, whose order prevents a deadlock.
 *
 * @returns null when it was requested before, or is not the user's
 */
export async function requestRefund(
  db: Db,
  { user, message, approved, requested }: RequestRefund,
): Promise<"approved" | "requested" | "disputed" | null> {
  const { refundRequestId, customerId, subscriptionId, amountPence } = approved.data;
  const aggregate = { type: "customer", id: customerId } as const;
  const [row] = await rowsOf(db, Requested)`with own as (
    select subscription.id, subscription.customer_id from ${subscriptions} subscription
    join ${customerOwners} owner on owner.customer_id = subscription.customer_id
    where subscription.id = ${subscriptionId} and owner.user_id = ${user.userId}::uuid
      and subscription.is_open and subscription.duplicate_of is null
      and not exists (select from ${refundRequests} request where request.subscription_id = subscription.id)
      and ${isValidSession(user, user.at)}
  ), claimant as (
    select 'account ' || ${user.userId} as name from own
    union select 'address ' || ${mailboxOf(sql`customer.email`)}
      from own join ${customers} customer on customer.id = own.customer_id where customer.email is not null
    union select 'card ' || paid.card_fingerprint
      from own join ${orders} paid on paid.subscription_id = own.id where paid.card_fingerprint is not null
  ), key as (
    select encode(sha256(convert_to(name, 'UTF8')), 'hex') as hash from claimant
  ), claimed as (
    insert into ${guaranteeClaims} (key_hash, refund_request_id)
    select hash, ${refundRequestId} from key order by hash
    on conflict do nothing
    returning key_hash
  ), decided as (
    select (select count(*) from claimed) = (select count(*) from key) as is_first
  ), requested as (
    insert into ${refundRequests} (
      id, subscription_id, customer_id, user_id, message, amount_pence, state, requested_at, decided_at
    ) select ${refundRequestId}, own.id, own.customer_id, ${user.userId}::uuid, ${message}::text, ${amountPence}::int,
      case when decided.is_first then 'approved' else 'asked' end, ${user.at}::timestamptz,
      case when decided.is_first then ${user.at}::timestamptz end
    from own, decided
    on conflict (subscription_id) do nothing
    returning subscription_id, state
  ), ${insertEventWithPromises("approved_event", approved, aggregate, sql`from requested where state = 'approved'`)},
  ${insertEventWithPromises("requested_event", requested, aggregate, sql`from requested where state = 'asked'`)}
  select state, ${isDisputed(sql`requested.subscription_id`)} as is_disputed from requested`;
  if (row === undefined) return null;
  if (row.state === "asked") return "requested";
  return row.isDisputed ? "disputed" : "approved";
}

type CompleteRefundRequest = {
  id: string;
  /** ISO 8601 */
  at: string;
  /** Null when every payment is refunded. */
  disputed: EventOf<"RefundDisputed"> | null;
};

/** Safe to repeat: only an approved request changes, with its event. */
export async function completeRefundRequest(
  db: Db,
  { id, at, disputed }: CompleteRefundRequest,
): Promise<void> {
  const completed = sql`update ${refundRequests} set
      state = ${disputed === null ? "refunded" : "disputed"},
      refunded_at = case when ${disputed === null}::boolean then ${at}::timestamptz end
    where id = ${id} and state = 'approved'`;
  if (disputed === null) {
    await db.execute(completed);
    return;
  }
  const aggregate = { type: "customer", id: disputed.data.customerId } as const;
  await db.execute(sql`with completed as (${completed} returning id),
    ${insertEventWithPromises("event", disputed, aggregate, sql`from completed`)}
    select`);
}
