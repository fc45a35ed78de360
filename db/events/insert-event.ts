import { type SQL, sql } from "drizzle-orm";
import type { NewEvent } from "#contracts/events/new-event.ts";
import { outboxEvents } from "#db/schema/events.ts";

type Aggregate = {
  type: "form_submission" | "user" | "customer" | "billing";
  /** SQL when only the statement knows it: a column of `from`. */
  id: string | SQL;
};

/**
 * SQL that writes an event within the statement that makes the change.
 *
 * @param from writes the event once per row, for example `from written where fresh`
 */
export function insertEvent(event: NewEvent, aggregate: Aggregate, from: SQL): SQL {
  return sql`insert into ${outboxEvents} (
      id, type, version, aggregate_type, aggregate_id, actor, payload, request_id, occurred_at, next_publish_at
    ) select
      ${event.id}, ${event.type}, ${event.version}::int, ${aggregate.type}, ${aggregate.id},
      ${JSON.stringify(event.actor)}::jsonb, ${JSON.stringify(event.data)}::jsonb, ${event.correlationId},
      ${event.occurredAt}::timestamptz, now() + ${event.graceMs ?? 0}::int * interval '1 millisecond'
    ${from}`;
}
