import type { EventOf, EventType } from "#contracts/events/catalogue.ts";
import type { Effect } from "./effect.ts";

/**
 * Records the event itself. The row is written where every effect's is, when the ledger is settled.
 *
 * @param facts what the row says beside its subject: ids and closed enumerations
 */
export function audit<T extends EventType>(
  facts: (event: EventOf<T>) => Readonly<Record<string, string | number>>,
): Effect<T> {
  return {
    queue: "audit",
    external: false,
    run: (event) => Promise.resolve({ externalId: null, facts: facts(event) }),
  };
}
