import type { MakeId } from "#contracts/ids.ts";
import { type DomainEvent, EVENT_VERSIONS, type EventOf, type EventType } from "./catalogue.ts";
import type { Actor } from "./envelope.ts";

/** An event that is to be recorded, with how long the relay leaves publishing it to the edge. */
export type NewEvent = DomainEvent & { graceMs?: number };

export type EventContext = {
  makeId: MakeId;
  now: () => Date;
  /** Null for an event without a cause: its own id. */
  correlationId: string | null;
  graceMs?: number;
};

/** Builds an event for the statement that makes it true. */
export function newEvent<T extends EventType>(
  { makeId, now, correlationId, graceMs = 0 }: EventContext,
  type: T,
  actor: Actor,
  data: EventOf<T>["data"],
): EventOf<T> & { graceMs: number } {
  const id = makeId("event");
  return {
    id,
    type,
    version: EVENT_VERSIONS[type],
    occurredAt: now().toISOString(),
    actor,
    correlationId: correlationId ?? id,
    data,
    graceMs,
    // The compiler cannot follow the type through a union.
  } as EventOf<T> & { graceMs: number };
}
