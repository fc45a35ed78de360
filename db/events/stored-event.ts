import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";
import { outboxEvents } from "#db/schema/events.ts";
import { Timestamp } from "#db/timestamps.ts";

/** An outbox row before its payload is parsed. */
export const StoredEvent = z.object({
  id: z.string(),
  type: z.string(),
  version: z.int(),
  aggregateType: z.string(),
  aggregateId: z.string(),
  actor: z.unknown(),
  payload: z.unknown(),
  correlationId: z.string(),
  traceparent: z.nullable(z.string()),
  occurredAt: Timestamp,
});
export type StoredEvent = z.infer<typeof StoredEvent>;

export const event = alias(outboxEvents, "event");

export const storedEvent = {
  id: event.id,
  type: event.type,
  version: event.version,
  aggregateType: event.aggregateType,
  aggregateId: event.aggregateId,
  actor: event.actor,
  payload: event.payload,
  correlationId: event.correlationId,
  traceparent: event.traceparent,
  occurredAt: event.occurredAt,
};

/** Input for `DomainEvent`. */
export function toDomainShape(row: StoredEvent): unknown {
  return {
    id: row.id,
    type: row.type,
    version: row.version,
    occurredAt: row.occurredAt,
    actor: row.actor,
    correlationId: row.correlationId,
    data: row.payload,
  };
}
