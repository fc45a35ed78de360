import { z } from "zod";
import { Timestamp } from "#db/timestamps.ts";

/** An outbox row as SQL gives it, before the contract has judged its payload. */
export const StoredEvent = z.object({
  id: z.string(),
  type: z.string(),
  version: z.int(),
  aggregate_type: z.string(),
  aggregate_id: z.string(),
  actor: z.unknown(),
  payload: z.unknown(),
  request_id: z.string(),
  occurred_at: Timestamp,
});
export type StoredEvent = z.infer<typeof StoredEvent>;

/** The same event in the contract's shape, still to be parsed with `DomainEvent`. */
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
