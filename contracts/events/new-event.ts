import type { MakeId } from "#contracts/ids.ts";
import { type DomainEvent, EVENT_VERSIONS, type EventOf, type EventType } from "./catalogue.ts";
import type { Actor } from "./envelope.ts";

export type NewEvent = DomainEvent & {
  /** How long the relay leaves publishing to the edge. */
  graceMs?: number;
  /** W3C `traceparent` of the request, null without one. Default: that of an earlier event of the request. */
  traceparent?: string | null;
};

export type EventContext = {
  makeId: MakeId;
  now: () => Date;
  /** Null for the event's own id. */
  correlationId: string | null;
} & Pick<NewEvent, "graceMs" | "traceparent">;

export function newEvent<T extends EventType>(
  { makeId, now, correlationId, graceMs = 0, traceparent }: EventContext,
  type: T,
  actor: Actor,
  data: EventOf<T>["data"],
): EventOf<T> & Pick<NewEvent, "graceMs" | "traceparent"> {
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
    ...(traceparent !== undefined && { traceparent }),
    // The compiler cannot follow the type through a union.
  } as NewEvent as EventOf<T> & Pick<NewEvent, "graceMs" | "traceparent">;
}
