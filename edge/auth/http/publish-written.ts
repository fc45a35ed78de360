import type { DomainEvent } from "#contracts/events/catalogue.ts";
import type { AppContext } from "../../http/env.ts";
import { publishEvents } from "../../http/publish-events.ts";

/** @param written ids of the events that the statement wrote */
export function publishWritten(
  c: AppContext,
  events: readonly DomainEvent[],
  written: readonly string[],
): void {
  publishEvents(
    c,
    events.filter(({ id }) => written.includes(id)),
  );
}
