import { sql } from "drizzle-orm";
import { z } from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { stripeEvents } from "#db/schema/billing.ts";

export type RecordStripeEvent = {
  /** The provider's, one for each thing that it tells us however often it does. */
  id: string;
  type: string;
  objectId: string | null;
  customerId: string | null;
  apiVersion: string | null;
  /** ISO 8601. */
  occurredAt: string;
  /** Null for what is kept and causes nothing. */
  event: EventOf<"StripeEventReceived"> | null;
  /** How long the relay leaves the event to the edge's own publishing, in milliseconds. */
  graceMs: number;
};

const Recorded = z.object({ is_new: z.boolean() });

/**
 * Keeps that the payment provider told us something, and the event that follows from it, in one statement.
 *
 * @returns whether it is news; the same told again writes nothing
 */
export async function recordStripeEvent(db: Db, input: RecordStripeEvent): Promise<boolean> {
  const [recorded] = await rowsOf(
    db,
    sql`with recorded as (
      insert into ${stripeEvents} (id, type, object_id, customer_id, api_version, occurred_at)
      values (${input.id}, ${input.type}, ${input.objectId}, ${input.customerId}, ${input.apiVersion},
        ${input.occurredAt}::timestamptz)
      on conflict (id) do nothing returning id
    )${
      input.event === null
        ? sql``
        : sql`, event as (
      ${insertEvent(
        input.event,
        { type: "customer", id: input.customerId ?? input.event.data.objectId },
        input.graceMs,
        sql`from recorded`,
      )}
    )`
    }
    select exists (select from recorded) as is_new`,
    Recorded,
  );
  if (recorded === undefined) throw new Error("Bug: a select without a table returned no row");
  return recorded.is_new;
}
