import type { EventOf, EventType } from "#contracts/events/catalogue.ts";
import { type EventContext, newEvent } from "#contracts/events/new-event.ts";

/** An event that one of our own processes records, with no event before it. */
export const systemEvent = <T extends EventType>(
  { makeId, now }: Pick<EventContext, "makeId" | "now">,
  name: string,
  type: T,
  data: EventOf<T>["data"],
) => newEvent({ makeId, now, correlationId: null }, type, { kind: "system", name }, data);
