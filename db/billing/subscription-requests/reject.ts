import { sql } from "drizzle-orm";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { insertEventWithPromises } from "#db/events/insert-event.ts";
import { customers, subscriptionRequests } from "#db/schema/billing.ts";

type RejectRequest = { id: string; event: EventOf<"SubscriptionRequestRejected"> };

export async function rejectRequest(db: Db, { id, event }: RejectRequest): Promise<void> {
  const { customerId } = event.data;
  // The version discards a sync that still counted the request; a repeat finds nothing pending.
  await db.execute(sql`with locked as (
      update ${customers} set version = version + 1 where id = ${customerId} returning id
    ), rejected as (
      update ${subscriptionRequests} request set state = 'rejected', resolved_at = ${event.occurredAt}::timestamptz
      from locked where request.id = ${id} and request.state = 'pending'
      returning request.id
    ), ${insertEventWithPromises("event", event, { type: "customer", id: customerId }, sql`from rejected`)}
    select`);
}
