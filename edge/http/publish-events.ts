import type { DomainEvent, EventType } from "#contracts/events/catalogue.ts";
import type { Actor } from "#contracts/events/envelope.ts";
import type { AppContext, Channel } from "./env.ts";

export const VISITOR_ACTOR: Actor = { kind: "visitor" };

const WRITTEN_AS = {
  email: "AuthMailRequested",
  sms: "AuthSmsRequested",
} as const satisfies Record<Channel, EventType>;

/** Publishes after the response. If that fails, the relay publishes the events. */
export function publishEvents(c: AppContext, events: readonly DomainEvent[]): void {
  spendReservations(c, events);
  const { log, publish } = c.var;
  if (publish === null) return;
  for (const { id, type, version } of events) {
    c.executionCtx.waitUntil(
      publish({ eventId: id, type, version }).catch(() =>
        log.warn("publish_deferred", { eventId: id }),
      ),
    );
  }
}

/** Spends what was reserved for the mails and SMS among written events. */
function spendReservations(c: AppContext, events: readonly DomainEvent[]): void {
  const written = new Set(events.map(({ type }) => type));
  const left = c.var.reserved?.filter(({ channel }) => !written.has(WRITTEN_AS[channel]));
  c.set("reserved", left ?? []);
}

export const userActor = (userId: string): Actor => ({ kind: "user", userId });
