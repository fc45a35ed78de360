import { sql } from "drizzle-orm";
import * as z from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { insertEventWithPromises } from "#db/events/insert-event.ts";
import { customers, subscriptionRequests } from "#db/schema/billing.ts";

type RejectRequest = { id: string; event: EventOf<"SubscriptionRequestRejected"> };

/** @returns false for one that a newer request has superseded */
export async function rejectRequest(db: Db, { id, event }: RejectRequest): Promise<boolean> {
  const { customerId } = event.data;
  // The version discards a sync that still counted the request; a repeat finds nothing pending.
  const { isRejected } = await oneRowOf(
    db,
    sql`with locked as (
      update ${customers} set version = version + 1 where id = ${customerId} returning id
    ), rejected as (
      update ${subscriptionRequests} request set state = 'rejected', resolved_at = ${event.occurredAt}::timestamptz
      from locked where request.id = ${id} and request.state = 'pending'
      returning request.id
    ), ${insertEventWithPromises("event", event, { type: "customer", id: customerId }, sql`from rejected`)}
    select exists (
        select from rejected
        union all select from ${subscriptionRequests} request where request.id = ${id} and request.state = 'rejected'
      ) as is_rejected`,
    z.object({ isRejected: z.boolean() }),
  );
  return isRejected;
}
