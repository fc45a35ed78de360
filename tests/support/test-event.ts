import { EVENT_VERSIONS, type EventOf, type EventType } from "#contracts/events/catalogue.ts";

/** An event of the system, unless a test says who acted. */
export const testEvent = <T extends EventType>(
  type: T,
  data: EventOf<T>["data"],
  change: Partial<Pick<EventOf<T>, "id" | "occurredAt" | "actor">> = {},
) =>
  ({
    id: "evt_01KAHX2J3V7W8R9T0A1B2C3D4E",
    type,
    version: EVENT_VERSIONS[type],
    occurredAt: "2026-11-20T12:00:00.000Z",
    actor: { kind: "system", name: "billing" },
    correlationId: "req_1",
    data,
    ...change,
  }) as EventOf<T>;
