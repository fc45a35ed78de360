import { type SQL, sql } from "drizzle-orm";
import type { DomainEvent } from "#contracts/events/catalogue.ts";
import { outboxEvents } from "#db/schema/events.ts";

/** What an event is about: one row of ours. */
export type Aggregate = {
  type: "form_submission" | "user" | "customer" | "billing";
  /** SQL where only the statement knows it: a column of `from`. */
  id: string | SQL;
};

/**
 * The part of a verb's statement that writes its event: an event is only ever written by the statement that
 * makes it true.
 *
 * @param event the event, already validated by its type
 * @param graceMs how long the relay leaves the event to whoever publishes it directly; 0 wakes the relay at once
 * @param from for example `from written where fresh`: the event is written once for each row of it
 */
export function insertEvent(
  event: DomainEvent,
  aggregate: Aggregate,
  graceMs: number,
  from: SQL,
): SQL {
  return sql`insert into ${outboxEvents} (
      id, type, version, aggregate_type, aggregate_id, actor, payload, request_id, occurred_at, next_publish_at
    ) select
      ${event.id}, ${event.type}, ${event.version}::int, ${aggregate.type}, ${aggregate.id},
      ${JSON.stringify(event.actor)}::jsonb, ${JSON.stringify(event.data)}::jsonb, ${event.correlationId},
      ${event.occurredAt}::timestamptz, now() + ${graceMs}::int * interval '1 millisecond'
    ${from}`;
}
