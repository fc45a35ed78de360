import { sql } from "drizzle-orm";
import type { CancelReason } from "#contracts/billing/retention-offer.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { MakeId } from "#contracts/ids.ts";
import { type Db, hasRow } from "#db/client.ts";
import { insertEvent, insertEventWithPromises } from "#db/events/insert-event.ts";
import {
  retentionOffers,
  subscriptionRequests,
  type SubscriptionRequestKind,
  customers,
} from "#db/schema/billing.ts";
import { lockCustomerVersion } from "./change-customers.ts";

type RequestEvent =
  | EventOf<"SubscriptionCancelled">
  | EventOf<"SubscriptionResumed">
  | EventOf<"RetentionApplied">;

export type CreateSubscriptionRequest = {
  event: RequestEvent;
  version: number;
  userId: string;
  makeId: MakeId;
  reason?: CancelReason | null;
  feedback?: string | null;
  declinedOffer?: boolean;
  idempotencyKey?: string;
};

/**
 * Supersedes a pending cancellation or resumption, and records the answer to the offer shown last. An accepted offer
 * takes a cancellation back.
 *
 * @returns false on a version conflict, or for an offer that is accepted already
 */
export async function createSubscriptionRequest(
  db: Db,
  { event, version, ...input }: CreateSubscriptionRequest,
): Promise<boolean> {
  const { customerId, subscriptionId, amountPence } = event.data;
  const aggregate = { type: "customer", id: customerId } as const;
  const at = sql`${event.occurredAt}::timestamptz`;
  const kinds = kindsOf(event);
  const ids = kinds.map(() => input.makeId("subscriptionRequest"));
  const isOffer = event.type === "RetentionApplied";
  const declinedOffer = input.declinedOffer ?? false;
  const answer = isOffer ? "accepted" : declinedOffer ? "declined" : null;
  // Two requests at once: the customer's version lets one of them through. It also discards a sync
  // that read Stripe before.
  return hasRow(db)`with ${lockCustomerVersion({ customerId, version })}, allowed as (
    select from locked where not (${isOffer}::boolean and exists (
      select from ${subscriptionRequests} request
      where request.subscription_id = ${subscriptionId} and request.kind = 'retention_offer'
        and request.state in ('pending', 'applied')
    ))
  ), superseded as (
    update ${subscriptionRequests} request set state = 'superseded', resolved_at = ${at} from allowed
    where request.subscription_id = ${subscriptionId} and request.state = 'pending'
      and request.kind <> 'retention_offer' and ${kinds.some((kind) => kind !== "retention_offer")}::boolean
    returning request.id
  ), created as (
    insert into ${subscriptionRequests} (
      id, subscription_id, user_id, kind, reason, feedback, declined_offer, monthly_pence, idempotency_key, state,
      requested_at
    ) select requested.id, ${subscriptionId}, ${input.userId}::uuid, requested.kind, ${input.reason ?? null},
      ${input.feedback ?? null}, ${declinedOffer}::boolean, ${amountPence}::int, ${input.idempotencyKey ?? null}::uuid,
      'pending', ${at}
    from allowed, unnest(${sql.param(ids)}::text[], ${sql.param(kinds)}::text[]) as requested(id, kind)
    -- After what it supersedes: one is pending at a time.
    where (select count(*) from superseded) >= 0
  ), answered as (
    update ${retentionOffers} offer set answer = ${answer}, answered_at = ${at} from allowed
    where ${answer}::text is not null and offer.id = (
      select seen.id from ${retentionOffers} seen
      where seen.subscription_id = ${subscriptionId} and seen.answer is null
      order by seen.shown_at desc, seen.id desc limit 1
    )
  ), ${
    event.type === "RetentionApplied"
      ? insertEventWithPromises("event", event, aggregate, sql`from allowed`)
      : sql`event as (${insertEvent(event, aggregate, sql`from allowed`)})`
  }
  select 1 from allowed`;
}

function kindsOf(event: RequestEvent): SubscriptionRequestKind[] {
  switch (event.type) {
    case "SubscriptionCancelled":
      return ["cancel"];
    case "SubscriptionResumed":
      return ["resume"];
    case "RetentionApplied":
      return event.data.resumes ? ["resume", "retention_offer"] : ["retention_offer"];
  }
}

type CompleteRequests = {
  customerId: string;
  requests: readonly { id: string; state: "applied" | "superseded" }[];
  /** ISO 8601 */
  at: string;
};

export async function completeRequests(
  db: Db,
  { customerId, requests, at }: CompleteRequests,
): Promise<void> {
  // The version counts up in this statement, so that no sync sees Stripe's state without the request.
  await db.execute(sql`with locked as (
      update ${customers} set version = version + 1 where id = ${customerId} returning id
    )
    update ${subscriptionRequests} request set state = completed.state, resolved_at = ${at}::timestamptz
    from locked, unnest(
      ${sql.param(requests.map(({ id }) => id))}::text[], ${sql.param(requests.map(({ state }) => state))}::text[]
    ) as completed(id, state)
    where request.id = completed.id and request.state in ('pending', 'rejected')`);
}

type RejectRequest = { id: string; event: EventOf<"SubscriptionRequestRejected"> };

/** @returns false for one that a newer request has superseded */
export async function rejectRequest(db: Db, { id, event }: RejectRequest): Promise<boolean> {
  const { customerId } = event.data;
  // The version discards a sync that still counted the request; a repeat finds nothing pending.
  return hasRow(db)`with locked as (
    update ${customers} set version = version + 1 where id = ${customerId} returning id
  ), rejected as (
    update ${subscriptionRequests} request set state = 'rejected', resolved_at = ${event.occurredAt}::timestamptz
    from locked where request.id = ${id} and request.state = 'pending'
    returning request.id
  ), ${insertEventWithPromises("event", event, { type: "customer", id: customerId }, sql`from rejected`)}
  select id from rejected
  union all select request.id from ${subscriptionRequests} request where request.id = ${id} and request.state = 'rejected'`;
}
