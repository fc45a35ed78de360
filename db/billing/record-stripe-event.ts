import { sql } from "drizzle-orm";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, hasRow } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { stripeEvents } from "#db/schema/billing.ts";

type RecordStripeEvent = {
  id: string;
  type: string;
  objectId: string | null;
  customerId: string | null;
  apiVersion: string | null;
  occurredAt: string;
  /** Null for an event type without an effect. */
  event: EventOf<"StripeEventReceived"> | null;
};

/**
 * One statement, because Stripe delivers concurrently: only the first delivery writes the row and
 * its domain event.
 *
 * @returns false for a repeated delivery
 */
export async function recordStripeEvent(db: Db, input: RecordStripeEvent): Promise<boolean> {
  const { id, type, objectId, customerId, apiVersion, occurredAt, event } = input;
  const eventPart =
    event === null
      ? sql``
      : sql`, event as (
      ${insertEvent(
        event,
        { type: "customer", id: customerId ?? event.data.objectId },
        sql`from recorded`,
      )}
    )`;
  return hasRow(db)`with recorded as (
    insert into ${stripeEvents} (id, type, object_id, customer_id, api_version, occurred_at)
    values (${id}, ${type}, ${objectId}, ${customerId}, ${apiVersion}, ${occurredAt}::timestamptz)
    on conflict (id) do nothing returning id
  )${eventPart}
  select id from recorded`;
}
