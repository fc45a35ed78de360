import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";
import { outboxEvents } from "#db/schema/events.ts";
import { Timestamp } from "#db/timestamps.ts";

/** An outbox row before its payload is parsed. */
export const StoredEvent = z.object({
  id: z.string(),
  type: z.string(),
  version: z.int(),
  aggregate_type: z.string(),
  aggregate_id: z.string(),
  actor: z.unknown(),
  payload: z.unknown(),
  request_id: z.string(),
  traceparent: z.nullable(z.string()),
  occurred_at: Timestamp,
});
export type StoredEvent = z.infer<typeof StoredEvent>;

export const event = alias(outboxEvents, "event");

export const storedEvent = {
  id: event.id,
  type: event.type,
  version: event.version,
  aggregate_type: event.aggregateType,
  aggregate_id: event.aggregateId,
  actor: event.actor,
  payload: event.payload,
  request_id: event.requestId,
  traceparent: event.traceparent,
  occurred_at: event.occurredAt,
};

/** Input for `DomainEvent`. */
export function toDomainShape(row: StoredEvent): unknown {
  return {
    id: row.id,
    type: row.type,
    version: row.version,
    occurredAt: row.occurred_at,
    actor: row.actor,
    correlationId: row.request_id,
    data: row.payload,
  };
}
