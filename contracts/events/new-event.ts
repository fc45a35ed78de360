import type { MakeId } from "#contracts/ids.ts";
import { type DomainEvent, EVENT_VERSIONS, type EventOf, type EventType } from "./catalogue.ts";
import type { Actor } from "./envelope.ts";

/** `graceMs`: how long the relay leaves publishing to the edge. */
export type NewEvent = DomainEvent & { graceMs?: number };

export type EventContext = {
  makeId: MakeId;
  now: () => Date;
  /** Null: the event's own id. */
  correlationId: string | null;
  graceMs?: number;
};

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
