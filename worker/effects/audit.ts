import type { EventOf, EventType } from "#contracts/events/catalogue.ts";
import type { Effect } from "./effect.ts";

export function audit<T extends EventType>(
  facts: (event: EventOf<T>) => Readonly<Record<string, string | number>>,
): Effect<T> {
  return {
    queue: null,
    repeatMayDuplicate: false,
    run: (event) => Promise.resolve({ externalId: null, facts: facts(event) }),
  };
}
